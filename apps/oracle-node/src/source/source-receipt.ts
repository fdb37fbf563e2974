import type { Dispatcher } from 'undici';

/** What a source says a payment came to. It is the source's word; the ledger bears it out, or not. */
export interface SourceReceipt {
  readonly success: boolean;
  /** On the ledger that the payment names: a signature in base58, or a hash in hex; null where the receipt names none. */
  readonly transaction: string | null;
}

/** Of x402 version 2, then of version 1. */
const HEADERS = ['payment-response', 'x-payment-response'] as const;
const MAX_HEADER_CHARS = 4_096;
/** Nothing else is kept of a receipt: a source may write what it was sent into the rest, and that may be secret. */
const TRANSACTION = /^(?:[1-9A-HJ-NP-Za-km-z]{64,88}|0x[0-9a-fA-F]{64})$/;

/** The receipt of an answer to a payment; null where the source gives none that can be read. */
export function readReceipt(headers: Dispatcher.ResponseData['headers']): SourceReceipt | null {
  const header = HEADERS.map((name) => headers[name]).find((value) => value !== undefined);
  if (typeof header !== 'string' || header.length > MAX_HEADER_CHARS) return null;
  const { success, transaction } = membersOf(header);
  if (typeof success !== 'boolean') return null;
  return { success, transaction: typeof transaction === 'string' && TRANSACTION.test(transaction) ? transaction : null };
}

function membersOf(header: string): { readonly success?: unknown; readonly transaction?: unknown } {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
