import type { Address } from '@oracle-gateway/protocol';
import { encodeTransaction } from './encode-transaction.js';
import { computeUnitLimit, computeUnitPrice, memo, type Transfer, transferChecked } from './token-instructions.js';

/** Compute units and price of the scheme `exact` of x402 on Solana: facilitators refuse more. */
const UNITS = 20_000;
const MICRO_LAMPORTS_PER_UNIT = 1n;

/** The transaction of one x402 payment of the scheme `exact`, without signatures. Another party, the facilitator, pays its fee. */
export function paymentTransaction(input: {
  readonly feePayer: Address;
  /** 32 bytes. */
  readonly blockhash: Uint8Array;
  readonly transfer: Transfer;
  /** Text of the memo, which binds the payment to its purpose. */
  readonly text: string;
}): Uint8Array {
  const { feePayer, blockhash, transfer, text } = input;
  const instructions = [computeUnitLimit(UNITS), computeUnitPrice(MICRO_LAMPORTS_PER_UNIT), transferChecked(transfer), memo(text)];
  return encodeTransaction({ feePayer, blockhash, instructions });
}
