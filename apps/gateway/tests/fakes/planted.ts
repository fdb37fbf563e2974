import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A text that is nowhere else. The plus makes its percent form another one. */
export function plant(place: string): string {
  return `planted+${place}+${randomBytes(9).toString('hex')}`;
}

/** Forms in which a text may stand in another: as it is, percent-encoded, in hex, and in base64 at any offset. */
export function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((offset) => {
    const coded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // The characters that the neighbours share are cut off.
    return coded.slice(4, -4);
  });
  return [
    text,
    encodeURIComponent(text),
    bytes.toString('hex'),
    ...base64,
    ...base64.map((coded) => coded.replace(/\+/g, '-').replace(/\//g, '_')),
  ];
}

/** Request to a foreign server. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Said {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A place that only the inside knows. */
export const INSIDE = 'http://10.9.8.7:4021/internal';

/** Answers that quote everything that was sent, each in a short text: the words of others are cut. */
export const QUOTES: readonly [string, (seen: Seen) => string][] = [
  ['the address', ({ method, url }) => `Cannot ${method} ${url}`],
  [
    'the address, decoded',
    ({ url }) =>
      `no project of the key ${decodeURIComponent(
        url
          .split(/[/=?]/)
          .filter((part) => part.includes('planted'))
          .join(' '),
      )}`,
  ],
  ['the credential', ({ headers }) => `${headers.authorization ?? ''} has no credit`],
  ['the payment', ({ body }) => /"transaction":"([^"]*)"/.exec(body)?.[1] ?? ''],
  ['places of the inside', () => `upstream ${INSIDE} failed`],
];

/** A server of others, which says what a test tells it to. */
export interface ForeignServer {
  readonly url: string;
  answer: (seen: Seen) => Said | Promise<Said>;
  close(): Promise<void>;
}

export async function startForeignServer(): Promise<ForeignServer> {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    const said = await foreign.answer({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers }).end(said.text);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const foreign: ForeignServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: () => ({ status: 200, text: '{}' }),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return foreign;
}
