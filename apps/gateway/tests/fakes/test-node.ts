import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeErrors, verifyNodeRequest } from '@oracle-gateway/node-api';
import { formatAddress, MAX_REQUEST_SKEW_MS, unixMs } from '@oracle-gateway/protocol';
import { createNativeEd25519Verifier } from '@oracle-gateway/protocol/node';
import type { Curve } from '@oracle-gateway/schnorr';
import { createWasmCurve } from '@oracle-gateway/schnorr/wasm';
import { SigningSessionError } from '@oracle-gateway/schnorr/signing';
import { type Behaviour, createNodeSigner, type NodeSigner, type NodeWorld, Refusal } from './node-signer.js';

interface SourcedBehaviour extends Behaviour {
  /** What its source says where it is paywalled. */
  terms: string;
  /** What it answers to a dry run, whatever is asked; null: what it sees. */
  dryRun: Answer | null;
}

/** One oracle node over real HTTP. Its behaviour can be changed at any time. */
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
  /** Observe requests that it works on: neither answered nor ended by the gateway. */
  observing(): number;
  /** Resolves when the next request for `path` arrives. */
  arrival(path: string): Promise<void>;
  close(): Promise<void>;
}

/** What a source that asks for payment says. */
export const SOURCE_TERMS = '{"x402Version":2,"error":"pay the source","accepts":[]}';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** One for all nodes of a test file: they make many nonces in the process of their gateway. */
let curve: Promise<Curve> | undefined;
/** As an oracle node verifies who calls. */
const verify = createNativeEd25519Verifier({ maxKeys: 8 });

export async function startTestNode(index: number, world: NodeWorld): Promise<TestNode> {
  const behaviour: SourcedBehaviour = {
    fault: 'none',
    value: '64628.31',
    valueFor: null,
    gate: Promise.resolve(),
    slowFor: null,
    brokenAt: null,
    observed: [],
    simulated: [],
    vouched: [],
    dryRun: null,
    stale: new Set(),
    terms: SOURCE_TERMS,
  };
  curve ??= createWasmCurve();
  const signer = createNodeSigner(index, world, behaviour, await curve);
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

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    if (path === '/v1/observe') {
      observing += 1;
      response.once('close', () => {
        observing -= 1;
      });
    }
    arrive(path);
    await behaviour.gate;
    const isBroken = behaviour.brokenAt === null || behaviour.brokenAt === path;
    if (isBroken && behaviour.fault === 'down') request.socket.destroy();
    else if (isBroken && behaviour.fault === 'garbage') response.writeHead(200).end('not json');
    else if (!isLate(behaviour, path, body)) {
      const answer = answerTo(request, path, body, { index, world, signer, behaviour });
      response.writeHead(answer.status, { 'content-type': 'application/json', 'x-svc-time': Date.now() }).end(JSON.stringify(answer.body));
    }
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
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
    observing: () => observing,
    arrival: (path: string) =>
      new Promise<void>((arrived) => {
        waiting.push({ path, arrived });
      }),
    async close() {
      server.close();
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

/** Serves only the world's gateway (protocol §5a). */
function answerTo(
  request: IncomingMessage,
  path: string,
  body: Uint8Array,
  {
    index,
    world,
    signer,
    behaviour: { fault, terms, dryRun },
  }: { readonly index: number; readonly world: NodeWorld; readonly signer: NodeSigner; readonly behaviour: SourcedBehaviour },
): Answer {
  try {
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
    if (!verdict.ok || formatAddress(verdict.gatewayAuthority) !== formatAddress(world.authority)) throw new Refusal('unauthorized');
    if (path === '/v1/simulate' && dryRun !== null) return dryRun;
    return { status: 200, body: operate(signer, path, JSON.parse(Buffer.from(body).toString('utf8'))) };
  } catch (error) {
    if (error instanceof SigningSessionError) return { status: 400, body: { error: error.message, code: 'signers_mismatch' } };
    if (!(error instanceof Refusal)) throw error;
    const answered = fault === 'paywalled' ? { upstreamStatus: 402, terms } : { upstreamStatus: 500 };
    const upstream = error.code === 'upstream_failure' ? { step: 'fetch', ...answered } : {};
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
