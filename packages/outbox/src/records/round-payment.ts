import { AddressError, formatAddress, fromHex, parseAddress, toHex, type Address } from '@oracle-gateway/protocol';
import { RoundPaymentError } from './errors.js';
import { ADDRESS_TEXT, AMOUNT_TEXT, hexText, parseMembers } from './payload-form.js';

/**
 * The payment of a round that is paid per request: everything needed to find its outcome on the ledger. It never holds the transaction that
 * the payer signed. That transaction is not sent again, and its message hash identifies it.
 */
export interface PaymentRecord {
  /** 32 bytes: the hash of the transaction's message, which is the key of the authorization. */
  readonly messageHash: Uint8Array;
  readonly payer: Address;
  readonly payerTokenAccount: Address;
  readonly mint: Address;
  /** The recipient: the treasury's token account. */
  readonly payToTokenAccount: Address;
  readonly amountAtomic: bigint;
  /** 1 to 256 of printable ASCII. */
  readonly memo: string;
  /** The facilitator's key that pays the fee. */
  readonly feePayer: Address;
  /** Base58, as transactions and RPC servers name it. */
  readonly blockhash: string;
  /** The ledger's slot when the payment was admitted: it had not landed by then. null: a record of an earlier version. */
  readonly earliestSlot: number | null;
  readonly expiry: PaymentExpiry;
  /** `local`: in this gateway's own process, which notes the signature before it sends. */
  readonly facilitator: 'remote' | 'local';
}

/** When the payment can land no more. `time`: the height is unknown, and after this time, unix milliseconds, it has surely passed. */
export type PaymentExpiry =
  | { readonly kind: 'height'; readonly lastValidBlockHeight: number }
  | { readonly kind: 'time'; readonly afterMs: number };

const MESSAGE_HASH = hexText(32);
const MEMO = /^[\x20-\x7e]{1,256}$/;

/** Version of the stored form, its member `version`. A payment of another one is not read. */
const PAYMENT_VERSION = 1;

/** Reads back what `encodeRoundPayment` wrote. Throws RoundPaymentError. */
export function decodeRoundPayment(json: string): PaymentRecord {
  const members = readMembers(json);
  if (members.get('version') !== PAYMENT_VERSION) throw new RoundPaymentError('version');
  const text = (field: string, form: RegExp): string => requireText(field, members.get(field), form);
  const address = (field: string): Address => readAddress(field, text(field, ADDRESS_TEXT));
  return {
    messageHash: fromHex(text('messageHash', MESSAGE_HASH)),
    payer: address('payer'),
    payerTokenAccount: address('payerTokenAccount'),
    mint: address('mint'),
    payToTokenAccount: address('payToTokenAccount'),
    amountAtomic: BigInt(text('amountAtomic', AMOUNT_TEXT)),
    memo: text('memo', MEMO),
    feePayer: address('feePayer'),
    blockhash: text('blockhash', ADDRESS_TEXT),
    earliestSlot: readEarliestSlot(members.get('earliestSlot')),
    expiry: readExpiry(members.get('expiry')),
    facilitator: readFacilitator(members.get('facilitator')),
  };
}

/**
 * The stored form: exactly the payment's own members, whatever else the object given carries. The hash is lower-case `0x` hex, addresses are
 * base58, the amount is decimal. Names and order are part of every stored record and never change. Throws RoundPaymentError.
 */
export function encodeRoundPayment(payment: PaymentRecord): string {
  return JSON.stringify({
    version: PAYMENT_VERSION,
    messageHash: requireText('messageHash', toHex(payment.messageHash), MESSAGE_HASH),
    payer: formatAddress(payment.payer),
    payerTokenAccount: formatAddress(payment.payerTokenAccount),
    mint: formatAddress(payment.mint),
    payToTokenAccount: formatAddress(payment.payToTokenAccount),
    amountAtomic: requireText('amountAtomic', payment.amountAtomic.toString(), AMOUNT_TEXT),
    memo: requireText('memo', payment.memo, MEMO),
    feePayer: formatAddress(payment.feePayer),
    blockhash: requireText('blockhash', payment.blockhash, ADDRESS_TEXT),
    earliestSlot: readEarliestSlot(payment.earliestSlot),
    expiry: readExpiry(payment.expiry),
    facilitator: readFacilitator(payment.facilitator),
  });
}

function readMembers(json: string): ReadonlyMap<string, unknown> {
  try {
    return parseMembers(json);
  } catch (cause) {
    throw new RoundPaymentError('(whole)', { cause });
  }
}

function requireText(field: string, value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new RoundPaymentError(field);
}

function readAddress(field: string, text: string): Address {
  try {
    return parseAddress(text);
  } catch (cause) {
    if (cause instanceof AddressError) throw new RoundPaymentError(field, { cause });
    throw cause;
  }
}

function readEarliestSlot(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new RoundPaymentError('earliestSlot');
}

function readExpiry(plain: unknown): PaymentExpiry {
  if (typeof plain !== 'object' || plain === null) throw new RoundPaymentError('expiry');
  const members = new Map<string, unknown>(Object.entries(plain));
  const count = (field: string): number => {
    const value = members.get(field);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw new RoundPaymentError(`expiry.${field}`);
  };
  switch (members.get('kind')) {
    case 'height':
      return { kind: 'height', lastValidBlockHeight: count('lastValidBlockHeight') };
    case 'time':
      return { kind: 'time', afterMs: count('afterMs') };
    default:
      throw new RoundPaymentError('expiry.kind');
  }
}

function readFacilitator(value: unknown): PaymentRecord['facilitator'] {
  if (value === 'remote' || value === 'local') return value;
  throw new RoundPaymentError('facilitator');
}
