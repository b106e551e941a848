import { describe, expect, it } from 'vitest';
import { sessionToDraw } from '../../../src/editor/chooseSession';
import { sessionKey } from '../../../src/tracker/views';

const key = (name: string) => sessionKey('claude-code', name);
const a = { key: key('a'), live: true, lastSeen: 100 };
const b = { key: key('b'), live: true, lastSeen: 200 };
const old = { key: key('old'), live: false, lastSeen: 50 };

describe('the session that is drawn', () => {
  it('is the newest live one', () => {
    expect(sessionToDraw([old, a, b], undefined, undefined)).toBe(b.key);
  });
  it('stays while it lives, though another is newer', () => {
    expect(sessionToDraw([old, a, b], undefined, a.key)).toBe(a.key);
  });
  it('gives way to a live one once it is silent', () => {
    expect(sessionToDraw([{ ...a, live: false }, b], undefined, a.key)).toBe(b.key);
  });
  it('is the newest where none is live', () => {
    expect(sessionToDraw([old, { ...a, live: false }], undefined, undefined)).toBe(a.key);
    // Sessions are read back one after the other: the first must not stay because it came first.
    expect(sessionToDraw([old, { ...a, live: false }], undefined, old.key)).toBe(a.key);
  });
  it('is the one a person chose, as soon as it is known', () => {
    expect(sessionToDraw([a, b], old.key, a.key)).toBe(a.key);
    expect(sessionToDraw([a, b, old], old.key, a.key)).toBe(old.key);
  });
  it('is none where there is none', () => {
    expect(sessionToDraw([], a.key, b.key)).toBeUndefined();
  });
});
