// The harness's side of the stop file: `.read-coverage/stop.json` asks whoever polls it to end.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True where the workspace's stop file asks the main agent of this session to stop.
 * @param {string} workspace
 * @param {string} session
 */
export function isAskedToStop(workspace, session) {
  let text;
  try {
    text = readFileSync(join(workspace, '.read-coverage', 'stop.json'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
  const request = JSON.parse(text);
  const meansSession = request.session === null || request.session === session;
  return request.v === 1 && meansSession && (request.actor === null || request.actor === 'main');
}
