import { type Address, isForm, unitsOf } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';

import type { ExecutedInstruction } from '../rpc/executed-answer.js';

/** An instruction of the program that moves money, or rounds that were paid ahead. */
export type MoneyInstruction =
  | {
      readonly kind: 'settled-subscription';
      readonly gateway: Address;
      /** Address of the receipt. */
      readonly round: Address;
      readonly units: number;
      readonly subscription: Address;
      /** Delegate account; null: the owner asked. */
      readonly delegate: Address | null;
    }
  | {
      readonly kind: 'settled-escrow';
      readonly gateway: Address;
      readonly round: Address;
      readonly units: number;
      readonly payer: Address;
      readonly escrowTokens: Address;
      readonly amountAtomic: bigint;
    }
  | { readonly kind: 'purchase'; readonly purchase: 'open' | 'renew' | 'upgrade'; readonly owner: Address; readonly subscription: Address }
  | { readonly kind: 'treasury-withdrawal'; readonly amountAtomic: bigint }
  | { readonly kind: 'escrow-withdrawal'; readonly escrowTokens: Address; readonly amountAtomic: bigint };

const WITHDRAW_TREASURY = 4;
const OPEN_SUBSCRIPTION = 9;
const RENEW_SUBSCRIPTION = 10;
const SETTLE_ROUND = 14;
const UPGRADE_SUBSCRIPTION = 16;
const SETTLE_AGENT_ROUND = 21;
const WITHDRAW_ESCROW = 25;

/** The form stands behind tag, source, value and quorum. */
const FORM_AT = 66;
/** The amount stands behind the two times that follow the form. */
const AGENT_AMOUNT_AT = 83;

/**
 * Reads an instruction that ran; null for another program's, and for one that moves nothing. The program has accepted its form, so data that
 * are too short are another program version's: RangeError.
 */
export function readMoney({ programId: ran, accounts, data }: ExecutedInstruction, programId: Address): MoneyInstruction | null {
  if (!equalBytes(ran, programId)) return null;
  switch (data[0]) {
    case SETTLE_ROUND: {
      const delegate = at(accounts, 9);
      return {
        kind: 'settled-subscription',
        gateway: at(accounts, 3),
        subscription: at(accounts, 4),
        round: at(accounts, 6),
        delegate: equalBytes(delegate, programId) ? null : delegate,
        units: unitsAt(data),
      };
    }
    case SETTLE_AGENT_ROUND:
      return {
        kind: 'settled-escrow',
        gateway: at(accounts, 3),
        payer: at(accounts, 4),
        escrowTokens: at(accounts, 6),
        round: at(accounts, 9),
        units: unitsAt(data),
        amountAtomic: u64At(data, AGENT_AMOUNT_AT),
      };
    case OPEN_SUBSCRIPTION:
      return { kind: 'purchase', purchase: 'open', owner: at(accounts, 0), subscription: at(accounts, 2) };
    case RENEW_SUBSCRIPTION:
      return { kind: 'purchase', purchase: 'renew', owner: at(accounts, 0), subscription: at(accounts, 2) };
    case UPGRADE_SUBSCRIPTION:
      return { kind: 'purchase', purchase: 'upgrade', owner: at(accounts, 0), subscription: at(accounts, 2) };
    case WITHDRAW_TREASURY:
      return { kind: 'treasury-withdrawal', amountAtomic: u64At(data, 1) };
    case WITHDRAW_ESCROW:
      return { kind: 'escrow-withdrawal', escrowTokens: at(accounts, 3), amountAtomic: u64At(data, 1) };
    default:
      return null;
  }
}

function at(accounts: readonly Address[], index: number): Address {
  const account = accounts[index];
  if (account === undefined) throw new RangeError(`accounts: must have one at ${index}`);
  return account;
}

function unitsAt(data: Uint8Array): number {
  const form = data[FORM_AT];
  if (form === undefined || !isForm(form)) throw new RangeError(`data: must have a form at ${FORM_AT}`);
  return unitsOf(form);
}

function u64At(data: Uint8Array, offset: number): bigint {
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(offset, true);
}
