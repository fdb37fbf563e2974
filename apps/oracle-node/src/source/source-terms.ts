import { MAX_TERMS_BYTES } from '@oracle-gateway/node-api';
import type { Dispatcher } from 'undici';
import { readBoundedBody } from './bounded-body.js';
import { quotesSecret } from './quoted-secrets.js';

/** Read to see that it is longer than what is passed on. */
const MAX_BODY_BYTES = 16 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

type Terms =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: 'terms too large' | 'terms unreadable' | 'terms withheld' };

/**
 * What a source that answers 402 asks for, for the caller to read: the `PAYMENT-REQUIRED` header of x402 version 2 as the JSON it holds, or
 * the body of version 1. JSON objects of at most 1 KiB that repeat none of these secrets, which the source was sent; of anything else the status,
 * and why. Never rejects.
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
    // Neither: said below.
  }
  return { ok: false, why: 'terms unreadable' };
}

/** They are shown to a caller, who need not be the one whose secrets these are. */
function withoutSecrets(terms: Terms, secrets: readonly string[]): Terms {
  return terms.ok && quotesSecret(terms.text, secrets) ? { ok: false, why: 'terms withheld' } : terms;
}
