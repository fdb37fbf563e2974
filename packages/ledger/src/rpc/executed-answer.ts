import { AddressError, parseAddress, type Address } from '@oracle-gateway/protocol';
import { base58 } from '@scure/base';

import { LedgerUnavailableError } from '../errors.js';
import { malformedAnswer, membersAnswer, readCount, textAnswer } from './answers.js';

/** An instruction as it ran, by the transaction itself or called by a program. */
export interface ExecutedInstruction {
  readonly programId: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
}

/** Holding of a token account before and after a transaction, in atomic units of its mint. */
export interface TokenChange {
  readonly account: Address;
  readonly owner: Address;
  readonly mint: Address;
  readonly beforeAtomic: bigint;
  readonly afterAtomic: bigint;
}

/** A final transaction with what it did. */
export interface ExecutedTransaction {
  readonly slot: number;
  /** The ledger's clock in its block; null: the server does not tell. */
  readonly blockTimeSeconds: number | null;
  /** False: the transaction failed, and only its fee was paid. */
  readonly succeeded: boolean;
  /** Each instruction of the transaction, followed by the ones it called. */
  readonly instructions: readonly ExecutedInstruction[];
  /** Token accounts that the transaction names. */
  readonly tokens: readonly TokenChange[];
}

const ATOMIC_AMOUNT = /^\d{1,20}$/;

/** The transaction of getTransaction with encoding json; null for an unknown one. Throws LedgerUnavailableError. */
export function readExecuted(
  result: unknown,
  { method, signature }: { readonly method: string; readonly signature: string },
): ExecutedTransaction | null {
  if (result === null) return null;
  const { slot, meta, transaction, blockTime } = membersAnswer(result, method, 'result');
  const told = membersAnswer(meta, method, 'meta');
  // A transaction without `meta` has an unknown outcome.
  if (told.err === undefined) throw malformedAnswer(method, 'meta.err');
  const { message, signatures } = membersAnswer(transaction, method, 'transaction');
  if (listAnswer(signatures, method, 'signatures')[0] !== signature) throw malformedAnswer(method, 'signatures');
  const keys = keysOf(membersAnswer(message, method, 'message'), told, method);
  return {
    slot: readCount(slot, method, 'slot'),
    blockTimeSeconds: typeof blockTime === 'number' ? readCount(blockTime, method, 'blockTime') : null,
    succeeded: told.err === null,
    instructions: instructionsOf(membersAnswer(message, method, 'message').instructions, told.innerInstructions, { keys, method }),
    tokens: tokenChanges(told, { keys, method }),
  };
}

interface Naming {
  readonly keys: readonly Address[];
  readonly method: string;
}

/** The keys of the message, then the keys that a lookup table gave: indexes count in this order. */
function keysOf(message: Record<string, unknown>, meta: Record<string, unknown>, method: string): readonly Address[] {
  const loaded =
    meta.loadedAddresses === undefined || meta.loadedAddresses === null
      ? {}
      : membersAnswer(meta.loadedAddresses, method, 'loadedAddresses');
  return [message.accountKeys, loaded.writable ?? [], loaded.readonly ?? []].flatMap((list) =>
    listAnswer(list, method, 'accountKeys').map((key) => addressAnswer(key, method)),
  );
}

function instructionsOf(outer: unknown, inner: unknown, naming: Naming): readonly ExecutedInstruction[] {
  const { method } = naming;
  const called = new Map<number, readonly ExecutedInstruction[]>();
  for (const group of listAnswer(inner ?? [], method, 'innerInstructions')) {
    const { index, instructions } = membersAnswer(group, method, 'innerInstructions[]');
    const calls = listAnswer(instructions, method, 'innerInstructions[].instructions').map((entry) => instructionOf(entry, naming));
    called.set(readCount(index, method, 'innerInstructions[].index'), calls);
  }
  return listAnswer(outer, method, 'instructions').flatMap((entry, index) => [instructionOf(entry, naming), ...(called.get(index) ?? [])]);
}

function instructionOf(entry: unknown, naming: Naming): ExecutedInstruction {
  const { method } = naming;
  const { programIdIndex, accounts, data } = membersAnswer(entry, method, 'instructions[]');
  return {
    programId: keyAt(programIdIndex, naming),
    accounts: listAnswer(accounts, method, 'instructions[].accounts').map((index) => keyAt(index, naming)),
    data: base58Answer(data, method),
  };
}

/** An account that was made or closed by the transaction is in one of the two lists alone. */
function tokenChanges(meta: Record<string, unknown>, naming: Naming): readonly TokenChange[] {
  const changes = new Map<number, TokenChange>();
  for (const [list, side] of [
    [meta.preTokenBalances, 'beforeAtomic'],
    [meta.postTokenBalances, 'afterAtomic'],
  ] as const) {
    for (const entry of listAnswer(list ?? [], naming.method, 'tokenBalances')) {
      const { accountIndex, mint, owner, uiTokenAmount } = membersAnswer(entry, naming.method, 'tokenBalances[]');
      const index = readCount(accountIndex, naming.method, 'tokenBalances[].accountIndex');
      const amount = textAnswer(membersAnswer(uiTokenAmount, naming.method, 'uiTokenAmount').amount, naming.method, 'uiTokenAmount.amount');
      if (!ATOMIC_AMOUNT.test(amount)) throw malformedAnswer(naming.method, 'uiTokenAmount.amount');
      const before = changes.get(index) ?? {
        account: keyAt(index, naming),
        owner: addressAnswer(owner, naming.method),
        mint: addressAnswer(mint, naming.method),
        beforeAtomic: 0n,
        afterAtomic: 0n,
      };
      changes.set(index, { ...before, [side]: BigInt(amount) });
    }
  }
  return [...changes.values()];
}

function keyAt(index: unknown, { keys, method }: Naming): Address {
  const key = keys[readCount(index, method, 'accountIndex')];
  if (key === undefined) throw malformedAnswer(method, 'accountIndex');
  return key;
}

function listAnswer(value: unknown, method: string, member: string): readonly unknown[] {
  if (!Array.isArray(value)) throw malformedAnswer(method, member);
  return value;
}

function addressAnswer(value: unknown, method: string): Address {
  try {
    return parseAddress(textAnswer(value, method, 'accountKeys'));
  } catch (cause) {
    if (cause instanceof AddressError) throw malformedAnswer(method, 'accountKeys');
    throw cause;
  }
}

function base58Answer(value: unknown, method: string): Uint8Array {
  try {
    return base58.decode(textAnswer(value, method, 'instructions[].data'));
  } catch (cause) {
    if (cause instanceof LedgerUnavailableError) throw cause;
    throw malformedAnswer(method, 'instructions[].data');
  }
}
