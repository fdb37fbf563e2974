import { RoundPaymentError } from './errors.js';
import { ADDRESS_TEXT, AMOUNT_TEXT, hexText, parseMembers } from './payload-form.js';

/**
 * The payment of a round that is paid per request, JSON-safe: everything needed to find its outcome on the ledger. It never holds the transaction
 * that the payer signed. That transaction is not sent again, and its message hash identifies it.
 */
export interface RoundPayment {
  /** 32 bytes, `0x` hex: the hash of the transaction's message, which is the key of the authorization. */
  readonly messageHash: string;
  /** Base58, like every address here. */
  readonly payer: string;
  readonly payerTokenAccount: string;
  readonly mint: string;
  /** The recipient: the treasury's token account. */
  readonly payToTokenAccount: string;
  readonly amountAtomic: string;
  /** 1 to 256 of printable ASCII. */
  readonly memo: string;
  /** The facilitator's key that pays the fee. */
  readonly feePayer: string;
  readonly blockhash: string;
  /** The ledger's slot when the payment was admitted: it had not landed by then. null: a record of an earlier version. */
  readonly earliestSlot: number | null;
  readonly expiry: PaymentExpiry;
  /** `local`: in this gateway's own process, which notes the signature before it sends. */
  readonly facilitator: 'remote' | 'local';
}

/** When the payment can land no more. `time`: the height is unknown, and after this time, unix milliseconds, it has surely passed. */
export type PaymentExpiry =
  { readonly kind: 'height'; readonly lastValidBlockHeight: number } | { readonly kind: 'time'; readonly afterMs: number };

const TEXT_FIELDS = {
  messageHash: hexText(32),
  payer: ADDRESS_TEXT,
  payerTokenAccount: ADDRESS_TEXT,
  mint: ADDRESS_TEXT,
  payToTokenAccount: ADDRESS_TEXT,
  amountAtomic: AMOUNT_TEXT,
  memo: /^[\x20-\x7e]{1,256}$/,
  feePayer: ADDRESS_TEXT,
  blockhash: ADDRESS_TEXT,
} as const;

/** Version of the stored form, its member `version`. A payment of another one is not read. */
const PAYMENT_VERSION = 1;

/** Reads back what `encodeRoundPayment` wrote. Throws RoundPaymentError. */
export function decodeRoundPayment(json: string): RoundPayment {
  const members = readMembers(json);
  if (members.get('version') !== PAYMENT_VERSION) throw new RoundPaymentError('version');
  return readPayment(members);
}

/** The stored form: exactly the payment's own members, whatever else the object given carries. Throws RoundPaymentError. */
export function encodeRoundPayment(payment: RoundPayment): string {
  return JSON.stringify({ version: PAYMENT_VERSION, ...readPayment(new Map(Object.entries(payment))) });
}

function readMembers(json: string): ReadonlyMap<string, unknown> {
  try {
    return parseMembers(json);
  } catch (cause) {
    throw new RoundPaymentError('(whole)', { cause });
  }
}

function readPayment(members: ReadonlyMap<string, unknown>): RoundPayment {
  const text = (field: keyof typeof TEXT_FIELDS): string => {
    const value = members.get(field);
    if (typeof value === 'string' && TEXT_FIELDS[field].test(value)) return value;
    throw new RoundPaymentError(field);
  };
  return {
    messageHash: text('messageHash'),
    payer: text('payer'),
    payerTokenAccount: text('payerTokenAccount'),
    mint: text('mint'),
    payToTokenAccount: text('payToTokenAccount'),
    amountAtomic: text('amountAtomic'),
    memo: text('memo'),
    feePayer: text('feePayer'),
    blockhash: text('blockhash'),
    earliestSlot: readEarliestSlot(members.get('earliestSlot')),
    expiry: readExpiry(members.get('expiry')),
    facilitator: readFacilitator(members.get('facilitator')),
  };
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

function readFacilitator(value: unknown): RoundPayment['facilitator'] {
  if (value === 'remote' || value === 'local') return value;
  throw new RoundPaymentError('facilitator');
}
