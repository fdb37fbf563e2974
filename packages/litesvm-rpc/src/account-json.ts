import { base58 } from '@scure/base';
import { formatAddress, sameAddress, type Address } from './address.js';
import type { JsonOutput } from './json-output.js';
import { invalidParam, RpcError } from './rpc-error.js';
import { choiceOption, integerOption, isRecord, type RpcOptions } from './rpc-params.js';
import { RENT_EPOCH, type LedgerAccount } from './svm.js';
import { readMint, readTokenAccount, TOKEN_2022_PROGRAM } from './token-layout.js';

/** Longer data is refused in base58, whose encoding takes quadratic time. */
const MAX_BASE58_BYTES = 128;
const MAX_OFFSET = 0xffff_ffff;

/** Requested encoding of account data. `binary`, a bare base58 string, is the default. */
export interface AccountForm {
  readonly encoding: 'binary' | 'base58' | 'base64' | 'jsonParsed';
  readonly slice: { readonly offset: number; readonly length: number } | null;
}

type ReadAccount = (address: Address) => LedgerAccount | null;

/** @throws {RpcError} -32602, for `base64+zstd` too: Node 20 has no zstd */
export function accountForm(options: RpcOptions, absent: AccountForm['encoding'] = 'binary'): AccountForm {
  if (options['encoding'] === 'base64+zstd') throw invalidParam('encoding base64+zstd is not available here, use base64');
  const encoding = choiceOption(options, 'encoding', ['binary', 'base58', 'base64', 'jsonParsed'], absent);
  const slice = options['dataSlice'] ?? null;
  if (slice === null) return { encoding, slice: null };
  if (!isRecord(slice)) throw invalidParam('dataSlice is not an object');
  const offset = integerOption(slice, 'offset', MAX_OFFSET);
  const length = integerOption(slice, 'length', MAX_OFFSET);
  if (offset === undefined || length === undefined) throw invalidParam('dataSlice needs offset and length');
  return { encoding, slice: { offset, length } };
}

/** @param read finds the mint of a token account, whose decimals `jsonParsed` shows */
export function accountJson(account: LedgerAccount | null, form: AccountForm, read: ReadAccount): JsonOutput {
  if (account === null) return null;
  return {
    lamports: account.lamports,
    owner: formatAddress(account.owner),
    executable: account.executable,
    rentEpoch: RENT_EPOCH,
    space: account.data.length,
    data: dataJson(account, form, read),
  };
}

function dataJson(account: LedgerAccount, { encoding, slice }: AccountForm, read: ReadAccount): JsonOutput {
  const parsed = encoding === 'jsonParsed' ? parsedJson(account, read) : null;
  if (parsed !== null) return parsed;
  const data = slice === null ? account.data : account.data.subarray(slice.offset, slice.offset + slice.length);
  if (encoding === 'base64' || encoding === 'jsonParsed') return [Buffer.from(data).toString('base64'), 'base64'];
  if (data.length > MAX_BASE58_BYTES) {
    throw new RpcError('invalidRequest', 'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.');
  }
  return encoding === 'base58' ? [base58.encode(data), 'base58'] : base58.encode(data);
}

/** Mints and token accounts. Every other account is answered as base64, as nodes answer for unknown programs. */
function parsedJson(account: LedgerAccount, read: ReadAccount): JsonOutput {
  const parsed = parsedMint(account) ?? parsedTokenAccount(account, read);
  if (parsed === null) return null;
  const program = sameAddress(account.owner, TOKEN_2022_PROGRAM) ? 'spl-token-2022' : 'spl-token';
  return { program, parsed, space: account.data.length };
}

function parsedMint(account: LedgerAccount): JsonOutput {
  const mint = readMint(account);
  if (mint === null) return null;
  const { authority, supply, decimals, freezeAuthority } = mint;
  return {
    type: 'mint',
    info: {
      mintAuthority: optional(authority),
      supply: supply.toString(),
      decimals,
      isInitialized: true,
      freezeAuthority: optional(freezeAuthority),
    },
  };
}

function parsedTokenAccount(account: LedgerAccount, read: ReadAccount): JsonOutput {
  const token = readTokenAccount(account);
  if (token === null) return null;
  const mintAccount = read(token.mint);
  const decimals = mintAccount === null ? undefined : readMint(mintAccount)?.decimals;
  if (decimals === undefined) return null;
  return {
    type: 'account',
    info: {
      mint: formatAddress(token.mint),
      owner: formatAddress(token.owner),
      tokenAmount: tokenAmountJson(token.amount, decimals),
      state: token.state,
      isNative: token.nativeReserve !== null,
      rentExemptReserve: token.nativeReserve === null ? undefined : tokenAmountJson(token.nativeReserve, decimals),
      delegate: token.delegate === null ? undefined : formatAddress(token.delegate),
      delegatedAmount: token.delegate === null ? undefined : tokenAmountJson(token.delegatedAmount, decimals),
      closeAuthority: token.closeAuthority === null ? undefined : formatAddress(token.closeAuthority),
    },
  };
}

/** `uiAmount` is a rounded number for display; `amount` is exact. */
export function tokenAmountJson(amount: bigint, decimals: number): JsonOutput {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text };
}

function optional(address: Address | null): JsonOutput {
  return address === null ? null : formatAddress(address);
}
