import { invalidParam } from './rpc-error.js';
import { choiceOption, decodeBytes, integerOption, isRecord, type RpcOptions } from './rpc-params.js';
import type { LedgerAccount } from './svm.js';
import { readTokenAccount } from './token-layout.js';

const MAX_FILTERS = 4;
const MAX_COMPARED_BYTES = 128;
const MAX_OFFSET = 0xffff_ffff;

export type AccountFilter = (account: LedgerAccount) => boolean;

/**
 * The `filters` of `getProgramAccounts` as one test: an account must pass every filter.
 *
 * @throws {RpcError} -32602
 */
export function accountFilter(options: RpcOptions): AccountFilter {
  const filters: unknown = options['filters'] ?? [];
  if (!Array.isArray(filters)) throw invalidParam('filters is not a list');
  if (filters.length > MAX_FILTERS) throw invalidParam(`too many filters provided; max ${MAX_FILTERS}`);
  const tests = filters.map((filter: unknown) => oneFilter(filter));
  return (account) => tests.every((test) => test(account));
}

function oneFilter(filter: unknown): AccountFilter {
  if (filter === 'tokenAccountState') return (account) => readTokenAccount(account) !== null;
  if (!isRecord(filter)) throw invalidParam('a filter is not an object');
  const dataSize = integerOption(filter, 'dataSize', Number.MAX_SAFE_INTEGER);
  if (dataSize !== undefined) return ({ data }) => data.length === dataSize;
  const memcmp = filter['memcmp'];
  if (!isRecord(memcmp)) throw invalidParam('a filter is neither dataSize, memcmp nor tokenAccountState');
  return memcmpFilter(memcmp);
}

function memcmpFilter(memcmp: RpcOptions): AccountFilter {
  const offset = integerOption(memcmp, 'offset', MAX_OFFSET);
  const { bytes: text } = memcmp;
  if (offset === undefined || typeof text !== 'string') throw invalidParam('memcmp needs offset and bytes');
  if (text.length > 2 * MAX_COMPARED_BYTES) throw invalidParam(`memcmp compares at most ${MAX_COMPARED_BYTES} bytes`);
  const expected = decodeBytes(text, choiceOption(memcmp, 'encoding', ['base58', 'base64'], 'base58'), 'memcmp.bytes');
  if (expected.length > MAX_COMPARED_BYTES) throw invalidParam(`memcmp compares at most ${MAX_COMPARED_BYTES} bytes`);
  return ({ data }) => Buffer.compare(data.subarray(offset, offset + expected.length), expected) === 0;
}
