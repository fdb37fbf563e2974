import { describe, expect, it } from 'vitest';
import { facilitatorText, failureText, isConnectionRefused } from './facilitator-text.js';

describe("a facilitator's text", () => {
  it('is repeated in printable ASCII, and not without end', () => {
    expect(facilitatorText('no\r\nfunds\u0000\u202eü!')).toBe('no funds !');
    expect(facilitatorText('x'.repeat(300))).toBe('x'.repeat(300));
    expect(facilitatorText('x'.repeat(301))).toBe(`${'x'.repeat(300)}…`);
  });

  it.each([[''], [null], [undefined], [5], [{}]])('is absent where it is %j', (value) => {
    expect(facilitatorText(value)).toBeNull();
  });
});

describe('a failure', () => {
  it('is told with its causes', () => {
    const error = new TypeError('fetch failed', { cause: new Error('connect', { cause: new Error('no route') }) });
    expect(failureText(error)).toBe('fetch failed (connect; no route)');
    expect(failureText('text')).toBe('failed');
  });

  it('with itself as its cause ends', () => {
    const error = new Error('again');
    error.cause = error;
    expect(failureText(error)).toBe('again (again; again; again; again)');
    expect(isConnectionRefused(error)).toBe(false);
  });

  it('is a refused connection wherever the code stands', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(isConnectionRefused(new TypeError('fetch failed', { cause: refused }))).toBe(true);
    expect(isConnectionRefused(Object.assign(new Error('read'), { code: 'ECONNRESET' }))).toBe(false);
  });
});
