import type { RequestHandler } from 'express';
import { factsOf } from './request-facts.js';

const PATH = '/.well-known/security.txt';
const CACHE_CONTROL = 'public, max-age=3600';
const DAY_MS = 86_400_000;
/** RFC 9116 §2.5.5 asks for less than a year. */
const VALID_DAYS = 30;

/**
 * `GET /.well-known/security.txt` (RFC 9116): where to report a vulnerability to the operator. It holds for as long as a process serves it, so
 * its end is always some days ahead.
 */
export function serveSecurityText({
  contact,
  publicOrigin,
  nowMs,
}: {
  readonly contact: string;
  readonly publicOrigin?: string | undefined;
  readonly nowMs: () => number;
}): RequestHandler {
  // A web address of the file must be one of HTTPS (RFC 9116 §2.5.2).
  const canonical = publicOrigin?.startsWith('https://') === true ? [`Canonical: ${publicOrigin}${PATH}`] : [];
  return (request, response, next) => {
    if (request.path !== PATH || (request.method !== 'GET' && request.method !== 'HEAD')) {
      next();
      return;
    }
    factsOf(response).operation = 'security_text';
    const expires = new Date((Math.floor(nowMs() / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString();
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, ...canonical];
    response
      .set('Cache-Control', CACHE_CONTROL)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  };
}
