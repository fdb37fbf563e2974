import { LedgerUnavailableError, RpcRefusalError } from '@oracle-gateway/ledger';
import { describe, expect, it } from 'vitest';
import { loggableError } from './log.js';

const SECRET_URL = 'https://user:hunter2@rpc.example/?key=hunter2';

describe('a logged error', () => {
  it.each([
    ['the words of an RPC server', new RpcRefusalError('getAccountInfo', -32_005, 'hunter2', { hunter2: 1 })],
    ['a cause that names the URL', new LedgerUnavailableError('getSlot', 'hunter2', { cause: new TypeError(SECRET_URL) })],
    ['a message that names the URL', new TypeError(`Request cannot be constructed from a URL that includes credentials: ${SECRET_URL}`)],
    ['a message of several lines', new Error(`first\n  at ${SECRET_URL}`)],
    ['a message that was changed afterwards', Object.assign(new Error(`first\n  at ${SECRET_URL}`), { message: 'other' })],
    ['something that was thrown and is no error', SECRET_URL],
  ])('never holds %s', (_, error) => {
    expect(JSON.stringify(loggableError(error, { withPlace: true }))).not.toContain('hunter2');
  });

  it('names the error, its code and the method that failed', () => {
    expect(loggableError(new RpcRefusalError('getAccountInfo', -32_005, 'words', null))).toEqual({
      error: 'RpcRefusalError',
      code: -32_005,
      method: 'getAccountInfo',
    });
  });

  it('tells where it was thrown when it was unexpected', () => {
    expect(loggableError(new RangeError('words'), { withPlace: true }).at?.[0]).toContain('log.test.ts');
  });
});
