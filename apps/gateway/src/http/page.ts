import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { etagOf, namesTag } from './etag.js';
import { factsOf } from './request-facts.js';

/** A file for browsers, beside the operations. */
export interface PageFile {
  readonly path: `/${string}`;
  readonly contentType: string;
  /** Asked for once, at the first request. */
  readonly read: () => Promise<Uint8Array>;
}

/** A page and the files that it loads. */
export interface Page {
  /** For logs and metrics. */
  readonly name: string;
  readonly files: readonly PageFile[];
  /** What its scripts may reach beside the gateway itself. */
  readonly connectTo: readonly string[];
}

const compress = promisify(gzip);

/** Sends a file of a page, to browsers that may load nothing from elsewhere and run no text as code. */
export function servePageFile({ name, connectTo }: Page, file: PageFile): RequestHandler {
  const headers = securityHeaders(connectTo);
  let loading: Promise<{ readonly plain: Uint8Array; readonly compressed: Uint8Array; readonly etag: string }> | undefined;
  const load = async () => {
    const plain = await file.read();
    return { plain, compressed: await compress(plain), etag: etagOf(plain) };
  };
  return async (request, response) => {
    factsOf(response).operation = name;
    const { plain, compressed, etag } = await (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
    response.set({ ...headers, 'Cache-Control': 'no-cache', ETag: etag, Vary: 'Accept-Encoding' });
    if (namesTag(request.get('if-none-match'), etag)) {
      response.status(304).end();
      return;
    }
    response.set('Content-Type', file.contentType);
    const isCompressed = request.acceptsEncodings('gzip') === 'gzip';
    if (isCompressed) response.set('Content-Encoding', 'gzip');
    const content = isCompressed ? compressed : plain;
    response.set('Content-Length', String(content.byteLength));
    if (request.method === 'HEAD') response.end();
    else response.end(content);
  };
}

function securityHeaders(connectTo: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...connectTo].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
