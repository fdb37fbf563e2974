import { MAX_TERMS_BYTES } from '@oracle-gateway/node-api';
import type { Dispatcher } from 'undici';
import { readBoundedBody } from './bounded-body.js';
import { quotesSecret } from './quoted-secrets.js';

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
export async function readTerms(response: Dispatcher.ResponseData, secrets: readonly string[]): Promise<string> {
  const header = response.headers['payment-required'];
  const inHeader = typeof header === 'string' ? termsIn(Buffer.from(header, 'base64')) : null;
  if (inHeader !== null) response.body.on('error', () => undefined).destroy();
  const terms = withoutSecrets(inHeader ?? (await readBody(response)), secrets);
  return terms.ok ? terms.text : `${response.statusCode}, ${terms.why}`;
}

async function readBody({ body, headers, statusCode }: Dispatcher.ResponseData): Promise<Terms> {
  const encoding = headers['content-encoding'];
  const contentEncoding = Array.isArray(encoding) ? encoding.join(',') : encoding;
  try {
    return termsIn(await readBoundedBody({ body, contentEncoding, maxBytes: MAX_BODY_BYTES, status: statusCode }));
  } catch {
    return { ok: false, why: 'terms unreadable' };
  }
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
