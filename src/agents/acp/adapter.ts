import type { Adapter } from '../adapter';
import { isMessage } from './message';
import { AcpReader } from './reader';

/** Logs of the Agent Client Protocol: JSON-RPC messages between an editor and any agent. */
export const acpAdapter: Adapter = {
  kind: 'acp',
  recognises: isMessage,
  reader: (context) => new AcpReader(context),
};
