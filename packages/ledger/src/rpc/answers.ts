import { base64 } from '@scure/base';

import { LedgerUnavailableError } from '../errors.js';

/** An account in an RPC answer; `owner` in base58. */
export interface AccountAnswer {
  readonly owner: string;
  readonly data: Uint8Array;
}

export interface WithSlot<T> {
  readonly slot: number;
  readonly value: T;
}

type Members = Record<string, unknown>;

export function malformedAnswer(method: string, member: string): LedgerUnavailableError {
  return new LedgerUnavailableError(method, `malformed answer: ${member}`);
}

export function membersAnswer(value: unknown, method: string, member: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformedAnswer(method, member);
  return value as Members;
}

export function readCount(value: unknown, method: string, member = 'result'): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw malformedAnswer(method, member);
  return value;
}

export function textAnswer(value: unknown, method: string, member = 'result'): string {
  if (typeof value !== 'string') throw malformedAnswer(method, member);
  return value;
}

/** `{ context: { slot }, value }`, the envelope of every answer that depends on a bank. */
export function readWithSlot<T>(result: unknown, method: string, readValue: (value: unknown) => T): WithSlot<T> {
  const { context, value } = membersAnswer(result, method, 'result');
  const { slot } = membersAnswer(context, method, 'context');
  return { slot: readCount(slot, method, 'context.slot'), value: readValue(value) };
}

function decodeBase64(text: string, method: string): Uint8Array {
  try {
    return base64.decode(text);
  } catch {
    throw malformedAnswer(method, 'value.data');
  }
}

/** One account of getAccountInfo or getMultipleAccounts with encoding base64. */
export function accountAnswer(value: unknown, method: string): AccountAnswer | null {
  if (value === null) return null;
  const { owner, data } = membersAnswer(value, method, 'value');
  if (!Array.isArray(data) || data[1] !== 'base64') throw malformedAnswer(method, 'value.data');
  const text = textAnswer(data[0], method, 'value.data');
  return { owner: textAnswer(owner, method, 'value.owner'), data: decodeBase64(text, method) };
}

export function accountAnswers(value: unknown, method: string, expected: number): readonly (AccountAnswer | null)[] {
  if (!Array.isArray(value) || value.length !== expected) throw malformedAnswer(method, 'value');
  return value.map((item: unknown) => accountAnswer(item, method));
}

export interface HeldAccountAnswer extends AccountAnswer {
  readonly lamports: bigint;
}

/** Lamports above 2^53 lose their last digits in JSON; no gateway holds that many. */
function readHeldAccount(item: unknown, method: string): HeldAccountAnswer | null {
  const account = accountAnswer(item, method);
  if (account === null) return null;
  const { lamports } = membersAnswer(item, method, 'value');
  if (typeof lamports !== 'number' || !Number.isInteger(lamports) || lamports < 0) throw malformedAnswer(method, 'value.lamports');
  return { ...account, lamports: BigInt(lamports) };
}

/** readAccounts, with the data of the accounts. */
export function readHeldAccounts(value: unknown, method: string, expected: number): readonly (HeldAccountAnswer | null)[] {
  if (!Array.isArray(value) || value.length !== expected) throw malformedAnswer(method, 'value');
  return value.map((item: unknown) => readHeldAccount(item, method));
}

export interface ProgramAccountAnswer extends HeldAccountAnswer {
  /** Base58. */
  readonly pubkey: string;
}

/** Entries of getProgramAccounts with encoding base64. */
export function readProgramAccounts(value: unknown, method: string): readonly ProgramAccountAnswer[] {
  if (!Array.isArray(value)) throw malformedAnswer(method, 'result');
  return value.map((entry: unknown) => {
    const { pubkey, account } = membersAnswer(entry, method, 'result[]');
    const held = readHeldAccount(account, method);
    if (held === null) throw malformedAnswer(method, 'result[].account');
    return { pubkey: textAnswer(pubkey, method, 'result[].pubkey'), ...held };
  });
}

/** Lamports of getFeeForMessage; null when the server does not know the message's blockhash. */
export function readFee(result: unknown, method: string): number | null {
  return readWithSlot(result, method, (value) => (value === null ? null : readCount(value, method, 'value'))).value;
}

export interface BlockhashAnswer {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
}

export function readBlockhash(value: unknown, method: string): BlockhashAnswer {
  const { blockhash, lastValidBlockHeight } = membersAnswer(value, method, 'value');
  return {
    blockhash: textAnswer(blockhash, method, 'value.blockhash'),
    lastValidBlockHeight: readCount(lastValidBlockHeight, method, 'value.lastValidBlockHeight'),
  };
}

export interface SignatureStatusAnswer {
  readonly slot: number;
  readonly err: unknown;
  readonly confirmationStatus: string;
}

/** Entries of getSignatureStatuses; null for an unknown signature. */
export function readSignatureStatuses(value: unknown, method: string, expected: number): readonly (SignatureStatusAnswer | null)[] {
  if (!Array.isArray(value) || value.length !== expected) throw malformedAnswer(method, 'value');
  return value.map((entry: unknown) => {
    if (entry === null) return null;
    const { slot, err, confirmationStatus } = membersAnswer(entry, method, 'value[]');
    return {
      slot: readCount(slot, method, 'value[].slot'),
      err: err ?? null,
      confirmationStatus: textAnswer(confirmationStatus, method, 'value[].confirmationStatus'),
    };
  });
}

/** Entries of getRecentPrioritizationFees: micro-lamports per compute unit, one for each recent slot. */
export function readPriorityFees(value: unknown, method: string): readonly number[] {
  if (!Array.isArray(value)) throw malformedAnswer(method, 'result');
  return value.map((entry: unknown) => {
    const { prioritizationFee } = membersAnswer(entry, method, 'result[]');
    return readCount(prioritizationFee, method, 'result[].prioritizationFee');
  });
}

export interface SimulationAnswer {
  readonly err: unknown;
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
}

export function simulationAnswer(value: unknown, method: string): SimulationAnswer {
  const { err, logs, unitsConsumed } = membersAnswer(value, method, 'value');
  const lines = Array.isArray(logs) ? logs.filter((line): line is string => typeof line === 'string') : [];
  return { err: err ?? null, logs: lines, unitsConsumed: readCount(unitsConsumed ?? 0, method, 'value.unitsConsumed') };
}

/** A transaction in a block; `wire` is the whole transaction, signatures first. */
export interface TransactionAnswer {
  readonly slot: number;
  readonly err: unknown;
  readonly wire: Uint8Array;
  readonly blockTime: number | null;
}

/** The transaction of getTransaction with encoding base64; null for an unknown one. */
export function readTransaction(result: unknown, method: string): TransactionAnswer | null {
  if (result === null) return null;
  const { slot, meta, transaction, blockTime } = membersAnswer(result, method, 'result');
  const { err } = membersAnswer(meta, method, 'meta');
  // A transaction without `meta` has an unknown outcome.
  if (err === undefined) throw malformedAnswer(method, 'meta.err');
  if (!Array.isArray(transaction) || transaction[1] !== 'base64') throw malformedAnswer(method, 'transaction');
  const wire = decodeBase64(textAnswer(transaction[0], method, 'transaction'), method);
  return {
    slot: readCount(slot, method, 'slot'),
    err,
    wire,
    blockTime: typeof blockTime === 'number' ? readCount(blockTime, method, 'blockTime') : null,
  };
}

export interface SignatureAnswer {
  readonly signature: string;
  readonly slot: number;
  readonly memo: string | null;
  readonly blockTime: number | null;
}

/** Entries of getSignaturesForAddress. */
export function readSignatures(value: unknown, method: string): readonly SignatureAnswer[] {
  if (!Array.isArray(value)) throw malformedAnswer(method, 'result');
  return value.map((entry: unknown) => {
    const { signature, slot, memo, blockTime } = membersAnswer(entry, method, 'result[]');
    return {
      signature: textAnswer(signature, method, 'result[].signature'),
      slot: readCount(slot, method, 'result[].slot'),
      memo: typeof memo === 'string' ? memo : null,
      blockTime: typeof blockTime === 'number' ? readCount(blockTime, method, 'result[].blockTime') : null,
    };
  });
}

export interface EpochAnswer {
  readonly absoluteSlot: number;
  readonly blockHeight: number;
}

/** Slot and height of getEpochInfo, of one bank. */
export function readEpoch(result: unknown, method: string): EpochAnswer {
  const { absoluteSlot, blockHeight } = membersAnswer(result, method, 'result');
  return { absoluteSlot: readCount(absoluteSlot, method, 'absoluteSlot'), blockHeight: readCount(blockHeight, method, 'blockHeight') };
}

export function readFlag(value: unknown, method: string, member = 'value'): boolean {
  if (typeof value !== 'boolean') throw malformedAnswer(method, member);
  return value;
}
