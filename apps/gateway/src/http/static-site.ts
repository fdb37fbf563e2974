import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { GatewayError } from '../errors/gateway-error.js';
import { factsOf } from './request-facts.js';

/** A text file of a site, held in memory. */
export interface StaticFile {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  /** Hash of the plain text, without quotes. */
  readonly tag: string;
  readonly contentType: string;
  readonly cacheControl: string;
}

/** Files under one path. Each is named in advance, so no request names a file of the disk. */
export interface StaticSite {
  /** In logs and metrics, as the name of an operation. */
  readonly name: string;
  /** Such as `/app`: the site begins at `/app/`. */
  readonly path: `/${string}`;
  /** By the path after `/app/`; the empty path has the site's first page. */
  readonly files: ReadonlyMap<string, StaticFile>;
  /** Sent with every answer of the site. */
  readonly headers: Readonly<Record<string, string>>;
}

const TAG_CHARACTERS = 27;
const NOT_MODIFIED = 304;
const PERMANENT_REDIRECT = 308;

export function staticFile(plain: Buffer, { contentType, cacheControl }: Pick<StaticFile, 'contentType' | 'cacheControl'>): StaticFile {
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, TAG_CHARACTERS);
  return { plain, gzipped: gzipSync(plain, { level: 9 }), tag, contentType, cacheControl };
}

/** Answers what the site has, and passes every other path on. */
export function serveSite({ name, path: sitePath, files, headers }: StaticSite): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    const isBare = path === sitePath;
    const file = path.startsWith(`${sitePath}/`) ? files.get(path.slice(sitePath.length + 1)) : undefined;
    if (!isBare && file === undefined) {
      next();
      return;
    }
    factsOf(response).operation = name;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('Allow', 'GET, HEAD');
      throw new GatewayError('method_not_allowed');
    }
    response.set(headers);
    if (file === undefined) {
      // Relative, so that it also holds behind a proxy that adds a path.
      response.set('Location', `${sitePath.slice(sitePath.lastIndexOf('/') + 1)}/`);
      response.status(PERMANENT_REDIRECT).end();
      return;
    }
    const isGzipped = request.acceptsEncodings('gzip') === 'gzip';
    const etag = `"${file.tag}${isGzipped ? '-gzip' : ''}"`;
    response.set({ ETag: etag, 'Cache-Control': file.cacheControl, Vary: 'Accept-Encoding' });
    if (isNamedIn(request.get('if-none-match'), etag)) {
      response.status(NOT_MODIFIED).end();
      return;
    }
    if (isGzipped) response.set('Content-Encoding', 'gzip');
    response.set('Content-Type', file.contentType);
    response.end(isGzipped ? file.gzipped : file.plain);
  };
}

/** RFC 9110, 13.1.2: the weak comparison. */
function isNamedIn(list: string | undefined, etag: string): boolean {
  if (list === undefined) return false;
  return list.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag || entry.trim() === '*');
}
