import { timingSafeEqual, createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { integerParameter, json, NOT_FOUND, PRICE, SourceParameterError, type Source, type SampleAnswer } from './source.js';

const MAX_WAIT_MS = 120_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Returns `body` with content type `type` and `status`, byte for byte. */
export function echoSource(): Source {
  return (request) => {
    if (request.path !== '/') return NOT_FOUND;
    const type = headerValue(request.query.get('type') ?? 'application/json', 'type');
    const status = integerParameter(request.query, 'status', { absent: 200, min: 200, max: 599 });
    return { status, body: request.query.get('body') ?? '', headers: { 'content-type': type } };
  };
}

/** Returns a balance for `Authorization: Bearer <secret>`. */
export function privateSource(secret: string): Source {
  return (request) => {
    if (request.path !== '/balance') return NOT_FOUND;
    if (isSame(request.headers.authorization ?? '', `Bearer ${secret}`)) return json({ balance: '1234.5' });
    const refusal = json({ error: 'unauthorized' }, 401);
    return { ...refusal, headers: { ...refusal.headers, 'www-authenticate': 'Bearer' } };
  };
}

/** Answers after `ms` (default 15,000). */
export function slowSource(): Source {
  return async (request) => {
    if (request.path !== '/') return NOT_FOUND;
    await wait(integerParameter(request.query, 'ms', { absent: 15_000, min: 0, max: MAX_WAIT_MS }), undefined, { ref: false });
    return json({ price: PRICE });
  };
}

/** A JSON string of `bytes` bytes (default 1 MiB). A request with `item` gets a compressed list of as many items as fit. */
export function hugeSource(): Source {
  return (request) => {
    if (request.path !== '/') return NOT_FOUND;
    const bytes = integerParameter(request.query, 'bytes', { absent: 1024 * 1024, min: 2, max: MAX_BYTES });
    const item = request.query.get('item') ?? '';
    if (item !== '')
      return compressed(
        `[${Array(Math.floor((bytes - 1) / (item.length + 1)))
          .fill(item)
          .join()}]`,
      );
    const body = Buffer.alloc(bytes, 'a');
    body.write('"', 0);
    body.write('"', bytes - 1);
    return { status: 200, body, headers: { 'content-type': 'application/json' } };
  };
}

function compressed(text: string): SampleAnswer {
  return { status: 200, body: gzipSync(text), headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } };
}

/** `/` redirects to `to`; `/value` is a target for the redirect. */
export function redirectSource(): Source {
  return (request) => {
    if (request.path === '/value') return json({ price: PRICE });
    const to = request.query.get('to');
    if (request.path !== '/' || to === null) return NOT_FOUND;
    return { status: 302, body: '', headers: { location: headerValue(to, 'to') } };
  };
}

function headerValue(text: string, name: string): string {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new SourceParameterError(`${name} must be printable ASCII`);
  return text;
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
