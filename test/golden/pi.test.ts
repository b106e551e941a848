import { piAdapter } from '../../src/agents/pi/adapter';
import { captureSuite } from './support/captureSuite';

captureSuite({ capture: 'pi', adapter: piAdapter });
