import type { LedgerInstruction } from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';

/** An account that a change creates, at the signer's expense. */
export interface CreatedAccount {
  readonly what: string;
  readonly address: Address;
  readonly bytes: number;
}

/** Tokens that a change takes out of the signer's token account. */
export interface Payment {
  readonly mint: Address;
  readonly amountAtomic: bigint;
}

/** One transaction that is to be sent. */
export interface Change {
  readonly kind: 'change';
  /** What it does, a sentence each. */
  readonly effects: readonly string[];
  readonly instructions: readonly LedgerInstruction[];
  readonly creates: readonly CreatedAccount[];
  readonly payment: Payment | null;
  /** It is a part of what was asked for: a plan made after it goes on. */
  readonly isPart?: boolean;
}

/** The ledger is as it was asked to be: there is nothing to send. */
export interface AlreadySo {
  readonly kind: 'already so';
  readonly statement: string;
}

/** How the ledger gets from what it holds to what was asked for. Nothing is sent by making a plan. */
export type Plan = Change | AlreadySo;

export function change(input: Pick<Change, 'effects' | 'instructions'> & Partial<Pick<Change, 'creates' | 'payment' | 'isPart'>>): Change {
  return { kind: 'change', creates: [], payment: null, ...input };
}

export function alreadySo(statement: string): AlreadySo {
  return { kind: 'already so', statement };
}
