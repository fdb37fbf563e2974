import { nodeErrors, verifyNodeRequest } from '@oracle-gateway/node-api';
import type { StreamAnswer, StreamPush } from '@oracle-gateway/node-api/stream';
import { unixMs } from '@oracle-gateway/protocol';
import { MAX_REQUEST_SKEW_MS } from '@oracle-gateway/protocol/internal';
import { createNativeEd25519Verifier } from '@oracle-gateway/protocol/node';
import type { Curve } from '@oracle-gateway/schnorr';
import { createFastCurve } from '@oracle-gateway/schnorr/native';
import { SigningSessionError } from '@oracle-gateway/schnorr/signing';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Behaviour, createNodeSigner, isOf, type NodeSigner, type NodeWorld, Refusal } from './node-signer.js';
import { createStreamDoor } from './stream-door.js';

interface SourcedBehaviour extends Behaviour {
  /** Terms of its source where it is paywalled. */
  terms: string;
  /** Members of its refusal of a source that fails, beside the code; null: a status. */
  words: object | null;
  /** Whether it lets streams in; a node of the version before does not. */
  hasStreams: boolean;
  /** Answer to every call, whatever is asked; null: what it should. */
  says: StreamAnswer | null;
  /** Answer to a dry run, whatever is asked; null: what it sees. */
  dryRun: Answer | null;
}

/** One oracle node over real HTTP and real streams. Its behaviour can be changed at any time. */
export interface TestNode extends SourcedBehaviour {
  readonly index: number;
  readonly publicKey: Uint8Array;
  readonly url: string;
  /** Requests that arrived, by path. */
  readonly calls: Record<string, number>;
  /** Forgets what it committed to and its sessions, as a process that starts anew. */
  restart(): void;
  /** Sessions it still holds nonces of. */
  openSessions(): number;
  openStreams(): number;
  /** Pushes to every open stream. */
  push(push: StreamPush): void;
  sendDrainNotice(): void;
  /** Cuts every stream off, as a process that is killed. */
  cutStreams(): void;
  /** Observe requests that it works on: neither answered nor ended by the gateway. */
  observing(): number;
  /** Resolves when the next request for `path` arrives. */
  arrival(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Terms of a source that asks for payment. */
export const SOURCE_TERMS = '{"x402Version":2,"error":"pay the source","accepts":[]}';

const UNAUTHORIZED: Answer = { status: nodeErrors.unauthorized.status, body: { error: 'unauthorized', code: 'unauthorized' } };
const CANCELLED: StreamAnswer = { status: 500, body: '{}' };

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** One for all nodes of a test file: they make many nonces in the process of their gateway. */
let curve: Promise<{ readonly curve: Curve }> | undefined;
/** Verifies callers like an oracle node. */
const verify = createNativeEd25519Verifier({ maxKeys: 8 });

export async function startTestNode(index: number, world: NodeWorld): Promise<TestNode> {
  const behaviour: SourcedBehaviour = {
    fault: 'none',
    words: null,
    value: '64628.31',
    valueFor: null,
    gate: Promise.resolve(),
    slowFor: null,
    brokenAt: null,
    commitsInAdvance: true,
    observed: [],
    simulated: [],
    vouched: [],
    hasStreams: true,
    says: null,
    dryRun: null,
    stale: new Set(),
    terms: SOURCE_TERMS,
  };
  curve ??= createFastCurve({ installedBy: import.meta.url });
  const signer = createNodeSigner(index, world, behaviour, (await curve).curve);
  const calls: Record<string, number> = {};
  let observing = 0;
  const waiting: { path: string; arrived: () => void }[] = [];

  const arrive = (path: string): void => {
    calls[path] = (calls[path] ?? 0) + 1;
    for (const waiter of waiting.filter((entry) => entry.path === path)) {
      waiting.splice(waiting.indexOf(waiter), 1);
      waiter.arrived();
    }
  };

  /** Reply to a call that was let in; null: it hangs up. Never resolves for a call that it leaves unanswered. */
  const reply = async (path: string, body: Uint8Array, answer: () => Answer, ended: Promise<unknown>): Promise<StreamAnswer | null> => {
    if (path === '/v1/observe') {
      observing += 1;
      void ended.then(() => {
        observing -= 1;
      });
    }
    arrive(path);
    await behaviour.gate;
    const isBroken = behaviour.brokenAt === null || behaviour.brokenAt === path;
    if (isBroken && behaviour.fault === 'down') return null;
    if (behaviour.says !== null) return behaviour.says;
    if (isBroken && behaviour.fault === 'garbage') return { status: 200, body: 'not json' };
    if (isLate(behaviour, path, body)) {
      await ended;
      return null;
    }
    const { status, body: plain } = answer();
    return { status, body: JSON.stringify(plain) };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const answer = (): Answer =>
      isFromGateway(request, path, body, { index, world }) ? answerTo(path, body, { signer, behaviour }) : UNAUTHORIZED;
    const said = await reply(path, body, answer, once(response, 'close'));
    if (said === null) request.socket.destroy();
    else response.writeHead(said.status, { 'content-type': 'application/json', 'x-svc-time': Date.now() }).end(said.body);
  };

  const door = createStreamDoor({
    index,
    world,
    isOpen: () => behaviour.hasStreams && behaviour.fault !== 'down',
    async answer(path, body, signal) {
      const end = new AbortController();
      const ended = Promise.race([aborted(signal), aborted(end.signal)]);
      try {
        const said = await reply(path, body, () => answerTo(path, body, { signer, behaviour }), ended);
        // A call that the gateway has cancelled is answered to none.
        return signal.aborted ? CANCELLED : said;
      } finally {
        end.abort();
      }
    },
  });

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.on('upgrade', (request, socket, head) => {
    door.accept({ request, socket, head });
  });
  const url = await listen(server);
  return Object.assign(behaviour, {
    index,
    publicKey: signer.publicKey,
    url,
    calls,
    restart: () => {
      signer.restart();
    },
    openSessions: () => signer.openSessions(),
    openStreams: () => door.openStreams(),
    push: (push: StreamPush) => door.push(push),
    sendDrainNotice: () => door.sendDrainNotice(),
    cutStreams: () => door.cut(),
    observing: () => observing,
    arrival: (path: string) =>
      new Promise<void>((arrived) => {
        waiting.push({ path, arrived });
      }),
    async close() {
      server.close();
      door.cut();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}

function isLate({ fault, slowFor }: Behaviour, path: string, body: Uint8Array): boolean {
  if (path === '/v1/simulate') return fault === 'late-observe';
  if (path !== '/v1/observe') return fault === 'late-sign' && path === '/v1/sign';
  return fault === 'late-observe' || (slowFor !== null && Buffer.from(body).includes(`"requester":"${slowFor}"`));
}

/** A node serves only the world's gateway (docs/protocol.md#request-to-a-node). */
function isFromGateway(
  request: IncomingMessage,
  path: string,
  body: Uint8Array,
  { index, world }: { readonly index: number; readonly world: NodeWorld },
): boolean {
  const verdict = verifyNodeRequest({
    headers: (name) => request.headers[name]?.toString(),
    deploymentId: world.deploymentId,
    nodeIndex: index,
    path,
    body,
    nowMs: unixMs(Date.now()),
    maxSkewMs: MAX_REQUEST_SKEW_MS,
    verify,
  });
  return verdict.ok && isOf(world, verdict);
}

function answerTo(
  path: string,
  body: Uint8Array,
  { signer, behaviour }: { readonly signer: NodeSigner; readonly behaviour: SourcedBehaviour },
): Answer {
  const { fault, terms, words, dryRun } = behaviour;
  try {
    if (path === '/v1/simulate' && dryRun !== null) return dryRun;
    return { status: 200, body: operate(signer, path, JSON.parse(Buffer.from(body).toString('utf8'))) };
  } catch (error) {
    if (error instanceof SigningSessionError) return { status: 400, body: { error: error.message, code: 'signers_mismatch' } };
    if (!(error instanceof Refusal)) throw error;
    const answered = fault === 'paywalled' ? { upstreamStatus: 402, terms } : { upstreamStatus: 500 };
    const upstream = error.code === 'upstream_failure' ? (words ?? { step: 'fetch', ...answered }) : {};
    return { status: nodeErrors[error.code].status, body: { error: error.message, code: error.code, ...upstream } };
  }
}

function operate(signer: NodeSigner, path: string, plain: unknown): unknown {
  if (path === '/v1/commit') return signer.commit(plain);
  if (path === '/v1/observe') return signer.observe(plain);
  if (path === '/v1/sign') return signer.sign(plain);
  if (path === '/v1/release') return signer.release(plain);
  if (path === '/v1/simulate') return signer.simulate(plain);
  if (path === '/v1/vouch') return signer.vouch(plain);
  throw new Refusal('not_found');
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
