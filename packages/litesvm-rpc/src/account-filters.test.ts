import { describe, expect, it } from 'vitest';
import { parseAddress, toAddress } from './address.js';
import { accountFilter } from './account-filters.js';
import { RpcError } from './rpc-error.js';
import type { LedgerAccount } from './svm.js';
import { TOKEN_PROGRAM } from './token-layout.js';

function account(data: Uint8Array, owner = parseAddress('11111111111111111111111111111111')): LedgerAccount {
  return {
    lamports: 1n,
    owner,
    executable: false,
    data,
  };
}
const data = Uint8Array.of(0, 1, 2, 3);

describe('accountFilter', () => {
  it.each([
    ['no filter', [], true],
    ['the size', [{ dataSize: 4 }], true],
    ['another size', [{ dataSize: 5 }], false],
    ['bytes in base58', [{ memcmp: { offset: 1, bytes: '5T' } }], true],
    ['bytes in base64', [{ memcmp: { offset: 1, bytes: 'AQI=', encoding: 'base64' } }], true],
    ['the bytes elsewhere', [{ memcmp: { offset: 2, bytes: 'AQI=', encoding: 'base64' } }], false],
    ['bytes past the end', [{ memcmp: { offset: 3, bytes: 'AwQ=', encoding: 'base64' } }], false],
    ['two filters, and one fails', [{ dataSize: 4 }, { memcmp: { offset: 0, bytes: 'AQ==', encoding: 'base64' } }], false],
    ['being a token account', ['tokenAccountState'], false],
  ])('matches by %s', (_what, filters, expected) => {
    expect(accountFilter({ filters })(account(data))).toBe(expected);
  });

  it('knows a token account by its owner and state', () => {
    const token = new Uint8Array(165);
    token[108] = 1;
    const matches = accountFilter({ filters: ['tokenAccountState'] });
    expect(matches(account(token, TOKEN_PROGRAM))).toBe(true);
    expect(matches(account(token, toAddress(new Uint8Array(32).fill(9))))).toBe(false);
    expect(matches(account(new Uint8Array(165), TOKEN_PROGRAM))).toBe(false);
  });

  it.each([
    ['more than 128 bytes', { memcmp: { offset: 0, bytes: Buffer.alloc(129).toString('base64'), encoding: 'base64' } }],
    ['no bytes', { memcmp: { offset: 0 } }],
    ['no offset', { memcmp: { bytes: '5T' } }],
    ['an unknown filter', { dataLength: 4 }],
  ])('refuses %s', (_what, filter) => {
    expect(() => accountFilter({ filters: [filter] })).toThrow(RpcError);
  });
});
