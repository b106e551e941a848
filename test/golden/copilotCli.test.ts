import { copilotCliAdapter } from '../../src/agents/copilotCli/adapter';
import { captureSuite } from './support/captureSuite';

captureSuite({ capture: 'copilot-cli', adapter: copilotCliAdapter });
