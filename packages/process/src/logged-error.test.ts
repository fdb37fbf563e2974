import { describe, expect, it } from 'vitest';
import { loggedError } from './logged-error.js';

describe('loggedError', () => {
  it('tells name, message, code and places, of causes too', () => {
    const cause = Object.assign(new RangeError('inner'), { code: 'ECONNRESET' });
    const told = loggedError(new TypeError('outer', { cause }));
    expect(told).toMatchObject({
      type: 'TypeError',
      message: 'outer',
      cause: { type: 'RangeError', message: 'inner', code: 'ECONNRESET' },
    });
    expect(told.at[0]).toMatch(/logged-error\.test\.ts/);
  });

  it('tells nothing else that an error carries', () => {
    const error = Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: ['planted'] }, config: { headers: 'planted' } });
    expect(JSON.stringify(loggedError(error))).not.toContain('planted');
  });

  it.each(['redis://:planted@10.0.0.1:6379', 'https://rpc.example/v2/planted?key=planted'])('leaves out the URL %s in a message', (url) => {
    const told = loggedError(new Error(`cannot reach ${url} (refused)`, { cause: new Error(url) }));
    expect(told).toMatchObject({ message: 'cannot reach <url> (refused)', cause: { message: '<url>' } });
    expect(JSON.stringify(told)).not.toContain('planted');
  });

  it('tells the words of a server that an error keeps apart, without URLs', () => {
    const error = Object.assign(new Error('refused'), { words: 'no credit at https://rpc.example/planted' });
    expect(loggedError(error)).toMatchObject({ message: 'refused', words: 'no credit at <url>' });
  });

  it('is bounded, whatever an error says and however it is nested', () => {
    const circle = new Error('x'.repeat(10_000));
    circle.cause = circle;
    expect(JSON.stringify(loggedError(circle)).length).toBeLessThan(10_000);
  });

  it('names the type of what is not an error', () => {
    expect(loggedError('planted')).toEqual({ type: 'string', message: '', at: [] });
  });
});
