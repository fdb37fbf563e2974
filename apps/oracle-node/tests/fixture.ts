import { x25519 } from '@noble/curves/ed25519.js';
import {
  type CommitResponse,
  MAX_COMMITMENTS,
  type NonceCommitmentHex,
  nodeOperations,
  parseCommitResponse,
  signNodeRequest,
  type NodeErrorCode,
  type NodeOperationName,
  type ObservedValueHex,
  type ObserveRequest,
  type ObserveResponse,
  parseObserveRequest,
  type SignRequest,
  parseHealthResponse,
  parseNodeErrorBody,
  parseObserveResponse,
  parseSignResponse,
} from '@oracle-gateway/node-api';
import {
  type ApiConfig,
  deriveFeedId,
  deriveSessionId,
  formatAddress,
  fromHex,
  parseAddress,
  toHex,
  unixMs,
} from '@oracle-gateway/protocol';
import { MAX_SOURCE_BYTES, signedBytes } from '@oracle-gateway/protocol/internal';
import { nodeAddress, type NodeAccount } from '@oracle-gateway/protocol/accounts';
import type { EncryptionKeyPair } from '@oracle-gateway/protocol/sealed';
import { publicKeyOf } from '@oracle-gateway/schnorr/signing';
import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { expect, inject } from 'vitest';
import type { Config, Secrets } from '../src/config/config.js';
import type { Overrides } from '../src/context.js';
import { createOracleNode } from '../src/index.js';
import { startBuiltThread, startThreadHere } from './source-threads.js';
import { Cleanup } from './cleanup.js';
import { authorityOf, gatewayOf, signAs } from './gateway-key.js';
import { createFakeLedger, DEPLOYMENT_ID, NETWORK, nodeAccount, PROGRAM_ID, registryAccount, type FakeLedger } from './ledger-fake.js';
import { callOverStream } from './over-stream.js';
import type { NodeReply, Signing, TestNode } from './test-node.js';
import { startSource, type TestSource } from './source-servers.js';

export { authorityOf, Cleanup, gatewayOf, startSource, type NodeReply, type Signing, type TestNode, type TestSource };

export const NODE_KEYS = [1, 2, 3, 4, 5].map((fill) => new Uint8Array(32).fill(fill));
export const GATEWAY_KEY = new Uint8Array(32).fill(0x71);
export const OTHER_GATEWAY_KEY = new Uint8Array(32).fill(0x72);
export const OWNER = formatAddress(authorityOf(new Uint8Array(32).fill(0x61)));

/** Worked out once: every ledger names them. */
const NODE_PUBLIC_KEYS = NODE_KEYS.map(publicKeyOf);
const encryptionPublicKeys = new Map<number, Uint8Array>();

/** The X25519 key of the node in a slot. */
export function encryptionPair(index: number): EncryptionKeyPair {
  const secretKey = new Uint8Array(32).fill(0x40 + index);
  const publicKey = encryptionPublicKeys.get(index) ?? x25519.getPublicKey(secretKey);
  encryptionPublicKeys.set(index, publicKey);
  return { secretKey, publicKey };
}

export function newLedger(): FakeLedger {
  const gateways = [authorityOf(GATEWAY_KEY), authorityOf(OTHER_GATEWAY_KEY)];
  const ledger = createFakeLedger(registryAccount(NODE_PUBLIC_KEYS), gateways);
  for (const index of NODE_KEYS.keys()) registerNode(ledger, nodeAccount(index, encryptionPair(index).publicKey));
  return ledger;
}

export function registerNode(ledger: FakeLedger, account: NodeAccount): void {
  ledger.nodes.set(formatAddress(nodeAddress(PROGRAM_ID, account.index)), account);
}

export interface TestNodeOptions {
  readonly ledger: FakeLedger;
  readonly index?: number;
  readonly allowed?: readonly string[];
  readonly limits?: Partial<Config['limits']>;
  readonly maxBodyBytes?: number;
  readonly config?: Partial<Config>;
  readonly secrets?: Partial<Secrets>;
  readonly overrides?: Overrides;
}

export function testConfig(options: TestNodeOptions): Config {
  return {
    server: { host: '127.0.0.1', port: 0 },
    solana: { programId: PROGRAM_ID, network: NETWORK },
    node: { index: options.index ?? 0 },
    sources: { allowed: options.allowed ?? [], fixtures: {}, threads: 1, maxBodyBytes: options.maxBodyBytes ?? MAX_SOURCE_BYTES },
    registry: { pollIntervalSeconds: 300, maxAgeSeconds: 600 },
    limits: {
      maxConcurrentObservations: 256,
      maxConcurrentDryRuns: 16,
      dryRunsPerMinute: 600,
      maxConnections: 1_024,
      maxOpenSessionsPerGateway: 64,
      fetchesPerRequesterAndOrigin: 16,
      fetchTimeoutMs: 2_000,
      paidFetchTimeoutMs: 4_000,
      ...options.limits,
    },
    metrics: { host: '127.0.0.1', port: 0 },
    log: { level: 'debug' },
    faults: { enabled: false },
    ...options.config,
  };
}

/** The real node on a real socket, over a ledger in memory. */
export async function startNode(cleanup: Cleanup, options: TestNodeOptions): Promise<TestNode> {
  const index = options.index ?? 0;
  const secretKey = NODE_KEYS[index] ?? new Uint8Array(32).fill(9);
  const logs: string[] = [];
  const secrets: Secrets = {
    rpcUrls: ['http://127.0.0.1:1'],
    secretKey,
    previousSecretKeys: [],
    encryptionKeys: [encryptionPair(index)],
    ...options.secrets,
  };
  const node = await createOracleNode(testConfig(options), secrets, {
    reader: options.ledger.reader,
    startThread: inject('threads') === 'here' ? startThreadHere(options.overrides) : startBuiltThread(),
    logDestination: { write: (line) => logs.push(line) },
    ...options.overrides,
  });
  cleanup.add(() => node.close());
  return { ...(await node.listen()), index, logs, close: () => node.close() };
}

const OPERATIONS: readonly NodeOperationName[] = ['commit', 'observe', 'sign', 'release', 'simulate', 'vouch'];

/** The headers of a request signed as `signed` says. */
export function signedHeaders(
  node: TestNode,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  signed: Partial<Signing> = {},
): Promise<Record<string, string>> {
  const gatewayKey = signed.gatewayKey ?? GATEWAY_KEY;
  return signNodeRequest({
    deploymentId: signed.deploymentId ?? DEPLOYMENT_ID,
    nodeIndex: signed.nodeIndex ?? node.index,
    timeMs: unixMs(signed.timeMs ?? Date.now()),
    path: signed.path ?? path,
    body: Buffer.from(signed.body ?? body),
    gateway: signed.gateway ?? gatewayOf(gatewayKey),
    gatewayAuthority: authorityOf(gatewayKey),
    sign: (kind, preimage) => Promise.resolve(signAs(gatewayKey, signedBytes(kind, preimage))),
  });
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Transport of a test's calls; the files that run over both are in vitest.config.ts. */
    readonly transport: 'http' | 'stream';
    /** The place where sources are fetched: this thread, or threads of their own. */
    readonly threads: 'here' | 'apart';
  }
}

/** Sends a request signed as `signed` says, which may be about another request than the one that is sent. */
export async function post(
  node: TestNode,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  signed: Partial<Signing> = {},
): Promise<NodeReply> {
  const operation = OPERATIONS.find((name) => nodeOperations[name].path === path);
  if (inject('transport') === 'stream' && operation !== undefined) {
    return await callOverStream(node, operation, Buffer.from(body), { gatewayKey: GATEWAY_KEY, ...signed });
  }
  const headers = await signedHeaders(node, path, body, signed);
  const response = await fetch(node.url + path, { method: 'POST', headers, body, signal: signed.signal ?? null });
  return { status: response.status, text: await response.text() };
}

export function call(node: TestNode, name: NodeOperationName, body: unknown, signed: Partial<Signing> = {}): Promise<NodeReply> {
  return post(node, nodeOperations[name].path, JSON.stringify(body), signed);
}

/** A request for one source. */
export type SingleRequest = ObserveRequest & { readonly apiConfig: ApiConfig };

export function observeRequest(source: TestSource, changed: Partial<SingleRequest> = {}): SingleRequest {
  return {
    requester: OWNER,
    feedOwner: OWNER,
    apiConfig: { url: `${source.url}/price`, method: 'GET', responseParser: '$.price' },
    signaturesRequired: 2,
    registryVersion: 1,
    timestampMs: nowSecondsMs(),
    observedAtMs: Date.now(),
    eligible: [0, 1, 2],
    gatewayNonce: toHex(randomBytes(16)),
    ...changed,
  };
}

/** The id of the session that a request of `GATEWAY_KEY` opens, which every party derives for itself. */
export function observeSessionId(request: ObserveRequest): string {
  const { signaturesRequired, eligible } = request;
  const { sourceId, form } = parseObserveRequest(request).subject;
  return toHex(
    deriveSessionId({
      deploymentId: DEPLOYMENT_ID,
      gateway: gatewayOf(GATEWAY_KEY),
      feedId: deriveFeedId({ owner: parseAddress(request.feedOwner), sourceId, signaturesRequired }),
      sourceId,
      signaturesRequired,
      registryVersion: BigInt(request.registryVersion),
      form,
      timestampMs: unixMs(request.timestampMs),
      observedAtMs: unixMs(request.observedAtMs),
      eligible,
      gatewayNonce: fromHex(request.gatewayNonce, 16),
    }),
  );
}

export async function observeOk(node: TestNode, request: ObserveRequest, signed: Partial<Signing> = {}): Promise<ObserveResponse> {
  const reply = await call(node, 'observe', request, signed);
  expect(reply.status, reply.text).toBe(200);
  return parseObserveResponse(JSON.parse(reply.text));
}

/** The value of a source or of an index, or of the source at a place of a list. */
export function seenValue(answer: Pick<ObserveResponse, 'values'> | undefined, place = 0): ObservedValueHex {
  const seen = answer?.values[place];
  if (seen === undefined || !('value' in seen)) throw new TypeError('the value is absent');
  return seen;
}

/** Commitments in advance, of the gateway that signs. */
export async function commitOk(node: TestNode, count = 1, signed: Partial<Signing> = {}): Promise<CommitResponse> {
  const reply = await call(node, 'commit', commitRequest(count), signed);
  expect(reply.status, reply.text).toBe(200);
  return parseCommitResponse(JSON.parse(reply.text));
}

export function commitRequest(count = MAX_COMMITMENTS) {
  return { count, gatewayNonce: toHex(randomBytes(16)) };
}

/** The only commitment of a batch of one. */
export async function commitmentOf(node: TestNode, signed: Partial<Signing> = {}): Promise<NonceCommitmentHex> {
  const [nonce] = (await commitOk(node, 1, signed)).nonces;
  if (nonce === undefined) {
    throw new TypeError('a batch holds commitments');
  }
  return nonce;
}

/** The commitments that came with an observation. */
export function noncesOf({ nonces }: ObserveResponse): NonNullable<ObserveResponse['nonces']> {
  if (nonces === undefined) {
    throw new TypeError('an observation with a partial signature brings no commitments');
  }
  return nonces;
}

export async function signOk(node: TestNode, request: SignRequest): Promise<string> {
  const reply = await call(node, 'sign', request);
  expect(reply.status, reply.text).toBe(200);
  return parseSignResponse(JSON.parse(reply.text)).partial;
}

/** The sign request that fits these observations of one session. */
export function signRequest(observations: readonly ObserveResponse[], attempt: 0 | 1 = 0): SignRequest {
  const first = observations[0];
  if (first === undefined) {
    throw new TypeError('no observation');
  }
  const signers = observations.map((observation) => ({ index: observation.index, ...noncesOf(observation)[attempt] }));
  return { sessionId: first.sessionId, attempt, value: seenValue(first).value, signers };
}

export function expectRefusal(reply: NodeReply, status: number, code: NodeErrorCode): void {
  expect({ status: reply.status, code: parseNodeErrorBody(JSON.parse(reply.text)).code }).toEqual({ status, code });
}

export const priceSource: RequestListener = (_, response) => {
  response.end('{"price":"64628.31"}');
};

export const SECOND = 1_000;

/** The current time in whole seconds, as milliseconds: a time of the flat paths. */
export function nowSecondsMs(): number {
  return Math.floor(Date.now() / SECOND) * SECOND;
}

/** One node that may fetch one source of a steady price. */
export async function startNodeWithSource(cleanup: Cleanup, options: Partial<TestNodeOptions> = {}) {
  const ledger = options.ledger ?? newLedger();
  const source = await startSource(cleanup, priceSource);
  const node = await startNode(cleanup, { allowed: [source.name], ...options, ledger });
  return { ledger, source, node };
}

/** The nodes 0 to count − 1 over one ledger and one source. */
export async function startNodes(cleanup: Cleanup, count: number) {
  const ledger = newLedger();
  const source = await startSource(cleanup, priceSource);
  const indices = Array.from({ length: count }, (_, index) => index);
  const nodes = await Promise.all(indices.map((index) => startNode(cleanup, { ledger, index, allowed: [source.name] })));
  return { ledger, source, nodes };
}

export async function startTwoNodes(cleanup: Cleanup) {
  const { nodes, ...world } = await startNodes(cleanup, 2);
  const [node, other] = nodes as [TestNode, TestNode];
  return { ...world, node, other };
}

export async function healthOf(node: TestNode) {
  const response = await fetch(`${node.url}/health`);
  return { status: response.status, body: parseHealthResponse(await response.json()) };
}
