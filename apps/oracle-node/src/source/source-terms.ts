import { MAX_TERMS_BYTES } from '@oracle-gateway/node-api';
import { contentEncodingOf, decodeContent } from './content-coding.js';
import { quotesSecret } from './quoted-secrets.js';
import type { SourceAnswer } from './source-request.js';

/** More than is passed on, to notice terms that are too large. */
const MAX_BODY_BYTES = 16 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

type Terms =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: 'terms too large' | 'terms unreadable' | 'terms withheld' };

/**
 * The payment terms of a source that answers 402, for the caller to read. They are the JSON in the `PAYMENT-REQUIRED` header of x402 version
 * 2, or the body of version 1. Terms must be a JSON object of at most 1 KiB that repeats none of `secrets`, which the source was sent.
 * Otherwise the text is the status and the reason. Never rejects.
 */
export async function readTerms(answer: SourceAnswer, secrets: readonly string[]): Promise<string> {
  const header = headerOfTerms(answer);
  const terms = withoutSecrets(header === null ? await readBody(answer) : termsIn(Buffer.from(header, 'base64')), secrets);
  return terms.ok ? terms.text : `${answer.status}, ${terms.why}`;
}

/** The largest body of an answer 402 to read for its terms; null where they are in the header. */
export function maxTermsBody(answer: Pick<SourceAnswer, 'headers'>): number | null {
  return headerOfTerms(answer) === null ? MAX_BODY_BYTES : null;
}

function headerOfTerms({ headers }: Pick<SourceAnswer, 'headers'>): string | null {
  const header = headers['payment-required'];
  return typeof header === 'string' ? header : null;
}

async function readBody({ body, headers }: SourceAnswer): Promise<Terms> {
  const decoded = body.ok
    ? await decodeContent(body.bytes, { contentEncoding: contentEncodingOf(headers), maxBytes: MAX_BODY_BYTES })
    : body;
  return decoded.ok ? termsIn(decoded.bytes) : { ok: false, why: 'terms unreadable' };
}

function termsIn(bytes: Uint8Array): Terms {
  if (bytes.length > MAX_TERMS_BYTES) return { ok: false, why: 'terms too large' };
  try {
    const text = utf8.decode(bytes).trim();
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ok: true, text };
  } catch {
    // Not JSON: `terms unreadable` below.
  }
  return { ok: false, why: 'terms unreadable' };
}

/** Withholds terms that repeat a secret: their reader may not be the owner of the secrets. */
function withoutSecrets(terms: Terms, secrets: readonly string[]): Terms {
  return terms.ok && quotesSecret(terms.text, secrets) ? { ok: false, why: 'terms withheld' } : terms;
}
