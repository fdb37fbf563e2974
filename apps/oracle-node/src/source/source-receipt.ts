import type { IncomingHttpHeaders } from 'node:http';

/** Outcome of a payment as the source reports it. The ledger has to confirm it. */
export interface SourceReceipt {
  readonly success: boolean;
  /** Transaction on the ledger of the payment: a signature in base58, or a hash in hex. Null where the receipt has no valid one. */
  readonly transaction: string | null;
}

/** Header of x402 version 2, then of version 1. */
const HEADERS = ['payment-response', 'x-payment-response'] as const;
const MAX_HEADER_CHARS = 4_096;
/** Other members of a receipt are dropped: a source may repeat in them what it was sent, secrets included. */
const TRANSACTION = /^(?:[1-9A-HJ-NP-Za-km-z]{64,88}|0x[0-9a-fA-F]{64})$/;

/** The receipt in an answer to a payment; null for a missing or unreadable one. */
export function readSourceReceipt(headers: IncomingHttpHeaders): SourceReceipt | null {
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
