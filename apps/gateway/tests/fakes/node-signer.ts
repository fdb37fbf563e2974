import { randomBytes } from 'node:crypto';
import {
  type NodeErrorCode,
  type ObserveRequest,
  type ObserveResponse,
  parseObserveRequest,
  parseReleaseRequest,
  parseSignRequest,
  readObservation,
  type SignRequest,
  type SignResponse,
} from '@oracle-gateway/node-api';
import {
  type Address,
  attestationMessage,
  type DeploymentId,
  deriveFeedId,
  deriveSessionId,
  deriveSourceId,
  fromHex,
  packValue,
  parseAddress,
  parseDecimal,
  toHex,
  unixMs,
} from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { judgeObservations } from '@oracle-gateway/schnorr';
import {
  createNoncePair,
  createSigningKey,
  generateSecretKey,
  type NoncePair,
  prepareSession,
  signObservation,
  signPartial,
  type SigningKey,
} from '@oracle-gateway/schnorr/signing';
import type { TestNodeFault } from './faults.js';

/** What a test node shares with its gateway. */
export interface NodeWorld {
  readonly deploymentId: DeploymentId;
  readonly gateway: Address;
  readonly authority: Address;
  readonly registry: () => RegistryAccount;
}

/** How the node behaves at the moment. */
export interface Behaviour {
  fault: TestNodeFault;
  /** What it observes, as decimal text. */
  value: string;
  /** It answers nothing before this. */
  gate: Promise<void>;
  /** Every observe request that it has read. */
  readonly observed: ObserveRequest[];
  /** The requester whose source is so slow that it never answers. */
  slowFor: string | null;
}

interface Session {
  readonly request: ObserveRequest;
  readonly value: Uint8Array;
  /** The message of a value. */
  readonly messageOf: (value: Uint8Array) => Uint8Array;
  readonly pairs: (NoncePair | null)[];
}

/** A refusal with one of the contract's codes. */
export class Refusal extends Error {
  constructor(readonly code: NodeErrorCode) {
    super(code);
  }
}

/** The three operations of a node (protocol §4) with real signatures, and a fixed value in place of a source. */
export interface NodeSigner {
  readonly publicKey: Uint8Array;
  observe(plain: unknown): ObserveResponse;
  sign(plain: unknown): SignResponse;
  release(plain: unknown): { released: number };
  openSessions(): number;
}

export function createNodeSigner(index: number, world: NodeWorld, behaviour: Behaviour): NodeSigner {
  const signingKey = createSigningKey(generateSecretKey(randomBytes));
  const sessions = new Map<string, Session>();
  return {
    publicKey: signingKey.publicKey,
    observe: (plain) => observe(plain, index, world, behaviour, sessions, signingKey),
    sign(plain) {
      const partial = sign(plain, index, world, behaviour, sessions, signingKey);
      if (behaviour.fault === 'bad-partial') partial[31] = (partial[31] ?? 0) ^ 1;
      return { partial: toHex(partial) };
    },
    release(plain) {
      const { sessionIds } = parseReleaseRequest(plain);
      return { released: sessionIds.filter((sessionId) => sessions.delete(sessionId)).length };
    },
    openSessions: () => sessions.size,
  };
}

function observe(
  plain: unknown,
  index: number,
  world: NodeWorld,
  { fault, value: text, observed: requests }: Behaviour,
  sessions: Map<string, Session>,
  signingKey: SigningKey,
): ObserveResponse {
  const request = parseObserveRequest(plain);
  requests.push(request);
  if (fault === 'upstream' || fault === 'paywalled') throw new Refusal('upstream_failure');
  if (fault === 'undecryptable') throw new Refusal('envelope_undecryptable');
  if (fault === 'expired') throw new Refusal('secrets_expired');
  if (!request.eligible.includes(index)) throw new Refusal('not_eligible');
  const { signaturesRequired, eligible } = request;
  const sourceId = deriveSourceId(request.apiConfig);
  const statement = {
    deploymentId: world.deploymentId,
    feedId: deriveFeedId({ owner: parseAddress(request.feedOwner), sourceId, signaturesRequired }),
    sourceId,
    signaturesRequired,
    registryVersion: BigInt(request.registryVersion),
    timestampMs: unixMs(request.timestampMs),
  };
  const gatewayNonce = fromHex(request.gatewayNonce, 16);
  const sessionIdBytes = deriveSessionId({ ...statement, gateway: world.gateway, eligible, gatewayNonce });
  const sessionId = toHex(sessionIdBytes);
  if (sessions.has(sessionId)) throw new Refusal('session_known');
  const { aggregation } = request.apiConfig;
  const value = packValue(parseDecimal(fault === 'lie' ? '1.5' : text), aggregation);
  const pairOf = (attempt: 0 | 1) => createNoncePair({ signingKey, sessionId: sessionIdBytes, attempt }, { random: randomBytes });
  const [first, second] = [pairOf(0), pairOf(1)] as const;
  const messageOf = (signed: Uint8Array) => attestationMessage({ ...statement, value: signed });
  sessions.set(sessionId, { request, value, messageOf, pairs: [first.pair, second.pair] });
  const [one, two] = [first, second].map(({ commitment }) => ({ d: toHex(commitment.D), e: toHex(commitment.E) })) as [Nonce, Nonce];
  // 0x02 ‖ 32 × 0xff is no point of the curve.
  const shown = fault === 'bad-nonces' ? { ...one, d: `0x02${'ff'.repeat(32)}` } : one;
  const observedAtMs = unixMs(Date.now());
  const observed = { sessionId, index, value: toHex(value), observedAtMs, nonces: [shown, two] } satisfies ObserveResponse;
  if (aggregation === undefined) return observed;
  const observation = { index, value, observedAtMs };
  const { signature } = signObservation({ signingKey, sessionId: sessionIdBytes, observation }, { random: randomBytes });
  if (fault === 'bad-observation') signature.s[31] = (signature.s[31] ?? 0) ^ 1;
  return { ...observed, signature: { s: toHex(signature.s), commitment: toHex(signature.commitment) } };
}

type Nonce = ObserveResponse['nonces'][0];

function sign(
  plain: unknown,
  index: number,
  world: NodeWorld,
  { fault }: Behaviour,
  sessions: Map<string, Session>,
  signingKey: SigningKey,
): Uint8Array {
  const request = parseSignRequest(plain);
  const { sessionId, attempt, value, signers } = request;
  const session = sessions.get(sessionId);
  if (session === undefined) throw new Refusal('session_unknown');
  const pair = session.pairs[attempt] ?? null;
  session.pairs.fill(null, 0, attempt + 1);
  if (pair === null) throw new Refusal('nonce_spent');
  const registry = world.registry();
  const fixed = fixedValue(session, request, registry);
  if (fault === 'refuse-sign' || value !== toHex(fixed.value)) throw new Refusal('value_mismatch');
  const prepared = prepareSession({
    sessionId: fromHex(sessionId, 32),
    attempt,
    message: session.messageOf(fixed.value),
    setHash: fixed.setHash,
    signers: signers.map((signer) => ({
      index: signer.index,
      publicKey: registry.keys[signer.index] ?? new Uint8Array(64),
      D: fromHex(signer.d, 33),
      E: fromHex(signer.e, 33),
    })),
  });
  return signPartial({ prepared, ownIndex: index, signingKey, pair });
}

/** What the node has seen or, in tolerance mode, what the rule makes of the set it is shown. */
function fixedValue({ request, value }: Session, { sessionId, signers, observationSet }: SignRequest, registry: RegistryAccount) {
  const { aggregation } = request.apiConfig;
  if (aggregation === undefined || observationSet === undefined) return { value, setHash: new Uint8Array(32) };
  const verdict = judgeObservations({
    sessionId: fromHex(sessionId, 32),
    eligible: request.eligible,
    registry,
    aggregation,
    quorum: request.signaturesRequired,
    set: { fixedAtMs: unixMs(observationSet.fixedAtMs), observations: observationSet.observations.map(readObservation) },
    signers: signers.map(({ index }) => index),
  });
  if (!verdict.ok) throw new Refusal('observations_mismatch');
  return verdict;
}
