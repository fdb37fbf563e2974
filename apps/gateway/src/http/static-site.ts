import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { GatewayError } from '../errors/gateway-error.js';
import { etagOf, namesTag } from './etag.js';
import { factsOf } from './request-facts.js';

/** A text file of a site. */
export interface StaticFile {
  readonly contentType: string;
  readonly cacheControl: string;
  /** Called once, at the first request. */
  readonly read: () => Promise<Uint8Array>;
}

/** Files for browsers, beside the operations. Each is named in advance, so no request names a file of the disk. */
export interface StaticSite {
  /** Name of the operation in logs and metrics. */
  readonly name: string;
  /** Files by the path of the request. */
  readonly files: ReadonlyMap<string, StaticFile>;
  /** The path of a file by the path that leads to it, relative, so that it also holds behind a proxy that adds a path. */
  readonly redirects: ReadonlyMap<string, string>;
  /** Sent with every answer of the site. */
  readonly headers: Readonly<Record<string, string>>;
}

interface LoadedFile {
  readonly plain: Uint8Array;
  readonly gzipped: Uint8Array;
  readonly etag: string;
  readonly gzippedEtag: string;
}

const NOT_MODIFIED = 304;
const PERMANENT_REDIRECT = 308;
const compress = promisify(gzip);

/** Answers what the site has, and passes every other path on. */
export function serveSite({ name, files, redirects, headers }: StaticSite): RequestHandler {
  const load = createLoader();
  return async (request, response, next) => {
    const file = files.get(request.path);
    const location = redirects.get(request.path);
    if (file === undefined && location === undefined) {
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
      response.set('Location', location).status(PERMANENT_REDIRECT).end();
      return;
    }
    const { plain, gzipped, etag, gzippedEtag } = await load(file);
    const isGzipped = request.acceptsEncodings('gzip') === 'gzip';
    const tag = isGzipped ? gzippedEtag : etag;
    response.set({ ETag: tag, 'Cache-Control': file.cacheControl, Vary: 'Accept-Encoding' });
    if (namesTag(request.get('if-none-match'), tag)) {
      response.status(NOT_MODIFIED).end();
      return;
    }
    const content = isGzipped ? gzipped : plain;
    if (isGzipped) response.set('Content-Encoding', 'gzip');
    response.set({ 'Content-Type': file.contentType, 'Content-Length': String(content.byteLength) });
    if (request.method === 'HEAD') response.end();
    else response.end(content);
  };
}

/** Reads and compresses a file once; a failure is forgotten. */
function createLoader(): (file: StaticFile) => Promise<LoadedFile> {
  const loaded = new Map<StaticFile, Promise<LoadedFile>>();
  return (file) => {
    const known = loaded.get(file);
    if (known !== undefined) return known;
    const loading = loadFile(file);
    loaded.set(file, loading);
    loading.catch(() => loaded.delete(file));
    return loading;
  };
}

async function loadFile({ read }: StaticFile): Promise<LoadedFile> {
  const plain = await read();
  const gzipped = await compress(plain);
  return { plain, gzipped, etag: etagOf(plain), gzippedEtag: etagOf(gzipped) };
}
