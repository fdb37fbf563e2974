import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { closeServer, listen } from '@oracle-gateway/process';
import { apiForms } from './api-forms.js';
import { echoSource, hugeSource, privateSource, redirectSource, slowSource } from './behaviour-sources.js';
import type { Paywall } from './paywall.js';
import { paywalledSource } from './paywalled-source.js';
import { providerFixtures } from './provider-fixtures.js';
import { flakySource, noisySource, outlierSource, priceSource } from './price-sources.js';
import { json, SourceParameterError, type Source, type SampleAnswer } from './source.js';

export const SOURCE_NAMES = [
  'price',
  'noisy',
  'outlier',
  'echo',
  'private',
  'slow',
  'huge',
  'redirect',
  'flaky',
  'paywalled',
  'providers',
  'apis',
] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

/** Sources that take a `POST` with a body. Nodes send one to places alone that are allowed to have it. */
export const SOURCES_WITH_BODIES: ReadonlySet<string> = new Set<SourceName>(['apis', 'providers']);

/** Nodes send no longer body, its secrets included. */
const MAX_BODY_BYTES = 16_384;

export interface SourcesOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** The first source's port. The others follow in the order of `SOURCE_NAMES`. 0 (the default) takes free ports. */
  readonly port?: number;
  /** The secret of the private source, and the key of keyed providers and APIs. Default: a new one. */
  readonly privateSecret?: string;
  /** The paywall of the paywalled source and of paid provider routes. These routes answer 404 without it. */
  readonly paywall?: Paywall;
  /** Uniform in [0, 1). Default `Math.random`. */
  readonly random?: () => number;
}

export interface Sources {
  /** Base URLs without a path. */
  readonly urls: Readonly<Record<SourceName, string>>;
  readonly privateSecret: string;
  readonly close: () => Promise<void>;
}

/** The port of a sample source is taken. */
export class SourcePortError extends Error {
  override readonly name = 'SourcePortError';

  constructor(
    readonly source: SourceName,
    readonly port: number,
    options: ErrorOptions,
  ) {
    super(`port ${port} for the sample source ${source} is not available`, options);
  }
}

/**
 * Serves the sample sources, each on its own origin.
 *
 * @throws {SourcePortError}
 */
export async function serveSources(options: SourcesOptions = {}): Promise<Sources> {
  const { host = '127.0.0.1', port = 0, privateSecret = randomBytes(24).toString('base64url'), random = Math.random } = options;
  const sources: Record<SourceName, Source> = {
    price: priceSource(),
    noisy: noisySource(random),
    outlier: outlierSource(random),
    echo: echoSource(),
    private: privateSource(privateSecret),
    slow: slowSource(),
    huge: hugeSource(),
    redirect: redirectSource(),
    flaky: flakySource(),
    paywalled: paywalledSource(options.paywall ?? null),
    providers: providerFixtures({ apiKey: privateSecret, paywall: options.paywall ?? null }),
    apis: apiForms(privateSecret),
  };
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => closeServer(server)));
  };
  const serve = async (name: SourceName): Promise<string> => {
    const wanted = port === 0 ? 0 : port + SOURCE_NAMES.indexOf(name);
    const server = createServer((request, response) => void respond(name, sources[name], request, response));
    try {
      const url = await listen(server, { host, port: wanted });
      servers.push(server);
      return url;
    } catch (cause) {
      await close();
      throw new SourcePortError(name, wanted, { cause });
    }
  };
  const urls = {
    price: await serve('price'),
    noisy: await serve('noisy'),
    outlier: await serve('outlier'),
    echo: await serve('echo'),
    private: await serve('private'),
    slow: await serve('slow'),
    huge: await serve('huge'),
    redirect: await serve('redirect'),
    flaky: await serve('flaky'),
    paywalled: await serve('paywalled'),
    providers: await serve('providers'),
    apis: await serve('apis'),
  };
  return { urls, privateSecret, close };
}

async function respond(name: SourceName, source: Source, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await answerOf(name, source, request);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
  response.end(answer.body);
}

async function answerOf(name: SourceName, source: Source, request: IncomingMessage): Promise<SampleAnswer> {
  const body = await readBody(request);
  const { method = '', headers } = request;
  const methods = SOURCES_WITH_BODIES.has(name) ? ['GET', 'POST'] : ['GET'];
  if (!methods.includes(method)) return json({ error: `only ${methods.join(' and ')}` }, 405);
  if (body === null) return json({ error: 'too large' }, 413);
  // Only the path and the query of the target are used.
  const target = request.url ?? '/';
  if (!URL.canParse(target, 'http://source')) return json({ error: 'malformed request target' }, 400);
  const url = new URL(target, 'http://source');
  try {
    return await source({ method, path: url.pathname, query: url.searchParams, headers, body });
  } catch (error) {
    if (error instanceof SourceParameterError) return json({ error: error.message }, 400);
    throw error;
  }
}

/** Null for a body that is longer than a source of a round may have. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString() : null;
}
