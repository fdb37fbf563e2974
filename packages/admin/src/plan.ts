import type { LedgerInstruction } from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';

/** An account that a change creates, at the signer's expense. */
export interface CreatedAccount {
  readonly what: string;
  readonly address: Address;
  readonly bytes: number;
}

/** Tokens that a change takes from the signer's token account. */
export interface Payment {
  readonly mint: Address;
  readonly amountAtomic: bigint;
}

/** One transaction to send. */
export interface Change {
  readonly kind: 'change';
  /** Effects, one sentence each. */
  readonly effects: readonly string[];
  readonly instructions: readonly LedgerInstruction[];
  readonly creates: readonly CreatedAccount[];
  readonly payment: Payment | null;
  /** The change is a part of the command: the next plan continues it. */
  readonly isPart?: boolean;
}

/** The ledger already has the requested state. There is nothing to send. */
export interface AlreadySo {
  readonly kind: 'already so';
  readonly statement: string;
}

/** The step from the ledger's state to the requested state. Making a plan sends nothing. */
export type Plan = Change | AlreadySo;

export function change(input: Pick<Change, 'effects' | 'instructions'> & Partial<Pick<Change, 'creates' | 'payment' | 'isPart'>>): Change {
  return { kind: 'change', creates: [], payment: null, ...input };
}

export function alreadySo(statement: string): AlreadySo {
  return { kind: 'already so', statement };
}
