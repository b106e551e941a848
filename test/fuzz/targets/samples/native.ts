import type { JsonObject } from '../../../../src/agents/adapter';
import { bad, good } from '../../../unit/agents/native/examples';
import type { Sample } from './sample';

const records = [...good, ...bad].map((line) => line as JsonObject);

export const NATIVE_SAMPLES: readonly Sample[] = [
  { name: 'native', baseFolder: '/ws', files: () => new Map([['ws/.read-coverage/log.jsonl', records]]) },
];
