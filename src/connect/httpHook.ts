import { field, isObject, objectField, textField } from '../agents/json';
import { type HttpPlace, payloadPath } from '../channel/httpPlace';
import type { HttpHook } from './agentConnector';

/** Seconds that an agent waits: a window that hangs must not hold it up. */
const TIMEOUT = 0.15;
/** Marks what is ours among hooks that speak HTTP. */
const MARK = 'X-Read-Coverage';

/** Where an agent of this kind posts its payloads. */
export function httpHook(agent: string, { port, token }: HttpPlace): HttpHook {
  return {
    url: `http://127.0.0.1:${port}${payloadPath(agent)}`,
    headers: { Authorization: `Bearer ${token}`, [MARK]: agent },
  };
}

/** What stands in settings for it. */
export function httpHandler(agent: string, place: HttpPlace): Readonly<Record<string, unknown>> {
  return { type: 'http', ...httpHook(agent, place), timeout: TIMEOUT };
}

/** Whether a handler is one of ours, for any port. */
export function isHttpHandler(handler: unknown, agent: string): boolean {
  if (!isObject(handler) || field(handler, 'type') !== 'http') return false;
  const [, path] = /^http:\/\/127\.0\.0\.1:\d+(\/.*)$/.exec(textField(handler, 'url') ?? '') ?? [];
  return path === payloadPath(agent) && textField(objectField(handler, 'headers') ?? {}, MARK) === agent;
}
