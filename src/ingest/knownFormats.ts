import { mixedLogReader } from '../agents/mixedLog';
import { ADAPTERS } from '../agents/registry';
import type { Formats } from './formats';

/** Every format that the product reads. */
export const KNOWN_FORMATS: Formats = { adapters: ADAPTERS, logReader: mixedLogReader };
