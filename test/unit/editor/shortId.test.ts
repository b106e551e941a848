import { describe, expect, it } from 'vitest';
import { shortId } from '../../../src/editor/shortId';

describe('a short id', () => {
  it('tells ids apart that begin with the time', () => {
    const ids = [
      '019a2f4c-77d0-7c31-9a51-3f0d5c1b2e10',
      '019a2f4c-77d0-7c31-8b02-91c4e07aa6f2',
      '019a2f4c-91aa-7f08-8b02-0d41be5530cd',
      'ses_5f3a9c1d2ffeKq8vLw3ZtYp0Ab',
      'ses_5f3a9c1d2ffeKq8vLw3ZtYp0Cd',
    ];
    expect(ids.map(shortId)).toEqual(['5c1b2e10', 'e07aa6f2', 'be5530cd', '3ZtYp0Ab', '3ZtYp0Cd']);
  });

  it('leaves short ones whole and splits no character', () => {
    expect(shortId('1751898345123')).toBe('1751898345123');
    expect(shortId('asking')).toBe('asking');
    expect(shortId('\u{1f600}'.repeat(20))).toBe('\u{1f600}'.repeat(8));
  });
});
