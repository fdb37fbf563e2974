import { randomBytes } from 'node:crypto';
import {
  type CommitResponse,
  type NodeErrorCode,
  type ObserveRequest,
  type ObserveResponse,
  parseCommitRequest,
  parseObserveRequest,
  parseReleaseRequest,
  parseSignRequest,
  parseSimulateRequest,
  parseVouchRequest,
  readObservation,
  type SignersHex,
  type SignRequest,
  type SignResponse,
  type SimulateRequest,
  type SimulateResponse,
  type VouchRequest,
  type VouchResponse,
} from '@oracle-gateway/node-api';
import {
  type Address,
  attestationMessage,
  type DeploymentId,
  deriveFeedId,
  deriveSessionId,
  fromHex,
  packValue,
  parseAddress,
  type ObservedValue,
  parseDecimal,
  toHex,
  unixMs,
} from '@oracle-gateway/protocol';
import { equalBytes, isDecidedBySet, type Subject } from '@oracle-gateway/protocol/internal';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { type Curve, judgeObservations, portableCurve } from '@oracle-gateway/schnorr';
import {
  type AttemptNumber,
  createNoncePair,
  createNoncePairInAdvance,
  createSigningKey,
  generateSecretKey,
  IN_ADVANCE,
  type NoncePair,
  type PreparedSession,
  prepareSession,
  signObservation,
  signPartial,
  type SigningKey,
} from '@oracle-gateway/schnorr/signing';
import type { TestNodeFault } from './faults.js';

/** Parts that a test node shares with its gateway. */
export interface NodeWorld {
  readonly deploymentId: DeploymentId;
  readonly gateway: Address;
  readonly authority: Address;
  /** A version that the ledger has. */
  readonly registry: (version: bigint) => RegistryAccount | null;
}

/** Whether a request was signed by the gateway of this world. */
export function isOf(world: NodeWorld, signer: { readonly gateway: Address; readonly gatewayAuthority: Address }): boolean {
  return equalBytes(signer.gateway, world.gateway) && equalBytes(signer.gatewayAuthority, world.authority);
}

/** Behaviour of the node at the moment. */
export interface Behaviour {
  fault: TestNodeFault;
  /** Observed value, as decimal text; and of one request and place, where that decides: null for one that it lacks. */
  value: string;
  valueFor: ((request: AskedOfNode, place: number) => string | null) | null;
  /** It answers nothing before this. */
  gate: Promise<void>;
  /** Every observe request that it has read. */
  readonly observed: AskedOfNode[];
  /** Every registry snapshot that it was asked to sign. */
  readonly vouched: VouchRequest[];
  /** Every dry run that it has read. */
  readonly simulated: SimulateRequest[];
  /** Registry versions that it refuses as stale. */
  stale: ReadonlySet<number>;
  /** The requester whose source is so slow that it never answers. */
  slowFor: string | null;
  /** Whether it gives commitments in advance; a node of the version before does not. */
  commitsInAdvance: boolean;
  /** The path whose requests alone it answers with `down` or `garbage`; null: all. */
  brokenAt: string | null;
}

/** A request with its subject. */
export type AskedOfNode = ObserveRequest & { readonly subject: Subject };

interface Session {
  readonly request: AskedOfNode;
  readonly values: readonly (ObservedValue | null)[];
  /** The message of a value. */
  readonly messageOf: (value: Uint8Array) => Uint8Array;
  readonly pairs: (NoncePair | null)[];
  /** True once it has signed its observation: then each attempt of the second exchange takes a pair that was given in advance. */
  hasSigned: boolean;
}

/** A refusal with one of the contract's codes. */
export class Refusal extends Error {
  constructor(readonly code: NodeErrorCode) {
    super(code);
  }
}

/** The operations of a node (docs/protocol.md#signing-session) with real signatures, and a fixed value in place of a source. */
export interface NodeSigner {
  readonly publicKey: Uint8Array;
  commit(plain: unknown): CommitResponse;
  /** Forgets what it committed to and its sessions, as a process that starts anew. */
  restart(): void;
  observe(plain: unknown): ObserveResponse;
  sign(plain: unknown): SignResponse;
  release(plain: unknown): { released: number };
  simulate(plain: unknown): SimulateResponse;
  /** Signs what it is asked to: real nodes read the ledger. */
  vouch(plain: unknown): VouchResponse;
  openSessions(): number;
}

export function createNodeSigner(index: number, world: NodeWorld, behaviour: Behaviour, curve: Curve = portableCurve): NodeSigner {
  const signingKey = createSigningKey(generateSecretKey(randomBytes), { curve });
  const sessions = new Map<string, Session>();
  const pairs = new Map<string, NoncePair>();
  let bootId = toHex(randomBytes(16));
  const keepShared = (): Nonce => {
    const { pair, commitment } = sharedPair(world, curve);
    const nonce = { d: toHex(commitment.D), e: toHex(commitment.E) };
    pairs.set(nonce.d, pair);
    return nonce;
  };
  return {
    publicKey: signingKey.publicKey,
    commit(plain) {
      if (behaviour.fault === 'no-commitments' || !behaviour.commitsInAdvance) throw new Refusal('not_found');
      const { count, gatewayNonce } = parseCommitRequest(plain);
      const batch = { gateway: world.gateway, gatewayNonce: fromHex(gatewayNonce, 16), timeMs: Date.now() };
      if (behaviour.fault === 'shared-commitments') return { bootId, lifeMs: 120_000, nonces: [keepShared()] };
      const nonces = Array.from({ length: count }, (_, number) => {
        const { pair, commitment } = createNoncePairInAdvance({ signingKey, batch, number }, { random: randomBytes });
        const nonce = { d: toHex(commitment.D), e: toHex(commitment.E) };
        if (behaviour.fault !== 'forgetful') pairs.set(nonce.d, pair);
        return behaviour.fault === 'bad-commitments' ? { ...nonce, e: `0x02${'ff'.repeat(32)}` } : nonce;
      });
      return { bootId, lifeMs: 120_000, nonces };
    },
    restart() {
      pairs.clear();
      sessions.clear();
      bootId = toHex(randomBytes(16));
    },
    observe(plain) {
      const { nonces, ...observed } = observe(plain, index, world, behaviour, sessions, signingKey);
      if (behaviour.fault === 'shared-commitments') {
        const shared = keepShared();
        const named = parseObserveRequest(plain).signers?.filter(({ d }) => d === shared.d) ?? [];
        // Honest signers refuse; these do not sign in this exchange, and are as good as any other in the next.
        if (named.length > 1) return { ...observed, nonces };
      }
      const registry = registryOf(world, parseObserveRequest(plain).registryVersion);
      const signed = signEarly(plain, observed, { index, registry, pairs, sessions, signingKey, curve });
      return signed === null ? { ...observed, nonces } : { ...observed, ...spoiled(signed, behaviour) };
    },
    sign(plain) {
      return spoiled(sign(plain, index, world, behaviour, { sessions, pairs, signingKey, curve }), behaviour);
    },
    release(plain) {
      const { sessionIds } = parseReleaseRequest(plain);
      return { released: sessionIds.filter((sessionId) => sessions.delete(sessionId)).length };
    },
    simulate: (plain) => simulate(plain, index, behaviour),
    vouch: (plain) => spoiled(vouch(plain, index, world, behaviour, { pairs, signingKey, curve }), behaviour),
    openSessions: () => sessions.size,
  };
}

function observe(
  plain: unknown,
  index: number,
  world: NodeWorld,
  { fault, value, valueFor, observed: requests, stale }: Behaviour,
  sessions: Map<string, Session>,
  signingKey: SigningKey,
): ObserveResponse & { readonly nonces: Nonces } {
  const request = parseObserveRequest(plain);
  requests.push(request);
  if (stale.has(request.registryVersion)) throw new Refusal('stale_registry');
  refuseAtSource(fault);
  if (fault === 'declines') throw new Refusal('clock_skew');
  if (fault === 'excuses-itself') throw new Refusal('not_enabled');
  if (!request.eligible.includes(index)) throw new Refusal('not_eligible');
  const { signaturesRequired, eligible } = request;
  const { form, sourceId, rules } = request.subject;
  const statement = {
    deploymentId: world.deploymentId,
    feedId: deriveFeedId({ owner: parseAddress(request.feedOwner), sourceId, signaturesRequired }),
    sourceId,
    signaturesRequired,
    registryVersion: BigInt(request.registryVersion),
    form,
    timestampMs: unixMs(request.timestampMs),
    observedAtMs: unixMs(request.observedAtMs),
  };
  const gatewayNonce = fromHex(request.gatewayNonce, 16);
  const sessionIdBytes = deriveSessionId({ ...statement, gateway: world.gateway, eligible, gatewayNonce });
  const sessionId = toHex(sessionIdBytes);
  if (sessions.has(sessionId)) throw new Refusal('session_known');
  const receivedAtMs = unixMs(Date.now());
  const values = rules.map((rule, place): ObservedValue | null => {
    const text = valueFor === null ? value : valueFor(request, place);
    return text === null ? null : { value: packValue(parseDecimal(fault === 'lie' ? '1.5' : text), rule), receivedAtMs };
  });
  const pairOf = (attempt: 0 | 1) => createNoncePair({ signingKey, sessionId: sessionIdBytes, attempt }, { random: randomBytes });
  const [first, second] = [pairOf(0), pairOf(1)] as const;
  const messageOf = (signed: Uint8Array) => attestationMessage({ ...statement, value: signed });
  sessions.set(sessionId, { request, values, messageOf, pairs: [first.pair, second.pair], hasSigned: false });
  const [one, two] = [first, second].map(({ commitment }) => ({ d: toHex(commitment.D), e: toHex(commitment.E) })) as [Nonce, Nonce];
  // 0x02 ‖ 32 × 0xff is no point of the curve.
  const shown = fault === 'bad-nonces' ? { ...one, d: `0x02${'ff'.repeat(32)}` } : one;
  const nonces: Nonces = [shown, two];
  const observed = { sessionId, index, values: values.map(valueHex), nonces };
  if (!isDecidedBySet(request.subject)) return observed;
  const observation = { index, values };
  const { signature } = signObservation({ signingKey, sessionId: sessionIdBytes, observation }, { random: randomBytes });
  if (fault === 'bad-observation') signature.s[31] = (signature.s[31] ?? 0) ^ 1;
  return { ...observed, signature: { s: toHex(signature.s), commitment: toHex(signature.commitment) } };
}

function valueHex(one: ObservedValue | null): ObserveResponse['values'][number] {
  return one === null ? { reason: { code: 'upstream_failure', step: 'fetch' } } : { ...one, value: toHex(one.value) };
}

function simulate(plain: unknown, index: number, { fault, value, simulated }: Behaviour): SimulateResponse {
  const request = parseSimulateRequest(plain);
  simulated.push(request);
  if (fault === 'no-dry-runs') throw new Refusal('not_found');
  refuseAtSource(fault);
  const values = request.subject.rules.map((rule) => {
    const packed = packValue(parseDecimal(fault === 'lie' ? '1.5' : value), rule);
    return { value: toHex(packed), receivedAtMs: Date.now() };
  });
  return { index, values };
}

function vouch(
  plain: unknown,
  index: number,
  world: NodeWorld,
  { fault, vouched, stale }: Behaviour,
  { pairs, signingKey, curve }: { readonly pairs: Map<string, NoncePair>; readonly signingKey: SigningKey; readonly curve: Curve },
): VouchResponse {
  const request = parseVouchRequest(plain);
  vouched.push(request);
  if (fault === 'no-vouching') throw new Refusal('not_found');
  if (stale.has(request.version)) throw new Refusal('stale_registry');
  const own = request.signers.find((signer) => signer.index === index)?.d ?? '';
  const pair = pairs.get(own);
  pairs.delete(own);
  if (pair === undefined) throw new Refusal('nonce_spent');
  const { keys } = registryOf(world, request.signerVersion);
  const signers = request.signers.map(({ index: signer, d, e }) => {
    const publicKey = keys[signer] ?? null;
    if (publicKey === null) throw new Refusal('signers_mismatch');
    return { index: signer, publicKey, D: fromHex(d, 33), E: fromHex(e, 33) };
  });
  const message = fromHex(request.message, 32);
  const prepared = prepareSession({ sessionId: message, attempt: IN_ADVANCE, message, setHash: new Uint8Array(32), signers }, { curve });
  const partial = signPartial({ prepared, ownIndex: index, signingKey, pair });
  return { partial: toHex(partial), groupCommitment: toHex(prepared.groupCommitment.toBytes(true)) };
}

function refuseAtSource(fault: TestNodeFault): void {
  if (fault === 'upstream' || fault === 'paywalled') throw new Refusal('upstream_failure');
  if (fault === 'share-used') throw new Refusal('share_used');
  if (fault === 'undecryptable') throw new Refusal('envelope_undecryptable');
  if (fault === 'expired') throw new Refusal('secrets_expired');
}

function registryOf(world: NodeWorld, version: number): RegistryAccount {
  const registry = world.registry(BigInt(version));
  if (registry === null) throw new Refusal('stale_registry');
  return registry;
}

type Nonces = NonNullable<ObserveResponse['nonces']>;
type Nonce = Nonces[0];

function spoiled({ partial, groupCommitment }: SignResponse, { fault }: Behaviour): SignResponse {
  if (fault === 'bad-partial') return { partial: flipped(partial), groupCommitment };
  // The negative of the point.
  if (fault === 'bad-group-commitment') {
    return { partial, groupCommitment: groupCommitment.replace(/^0x0[23]/, (prefix) => (prefix === '0x02' ? '0x03' : '0x02')) };
  }
  return { partial, groupCommitment };
}

function flipped(partial: string): string {
  const bytes = fromHex(partial, 32);
  bytes[31] = (bytes[31] ?? 0) ^ 1;
  return toHex(bytes);
}

function sign(
  plain: unknown,
  index: number,
  world: NodeWorld,
  { fault, stale }: Behaviour,
  node: {
    readonly sessions: Map<string, Session>;
    readonly pairs: Map<string, NoncePair>;
    readonly signingKey: SigningKey;
    readonly curve: Curve;
  },
): SignResponse {
  const request = parseSignRequest(plain);
  const { sessionId, attempt, value, signers } = request;
  const inAdvance = takeOwn(node.pairs, signers, index);
  const session = node.sessions.get(sessionId);
  if (session === undefined) throw new Refusal('session_unknown');
  const fresh = session.pairs[attempt] ?? null;
  const pair = session.hasSigned && fresh !== null ? inAdvance : fresh;
  session.pairs.fill(null, 0, attempt + 1);
  if (pair === null) throw new Refusal('nonce_spent');
  if (stale.has(session.request.registryVersion)) throw new Refusal('stale_registry');
  const registry = registryOf(world, session.request.registryVersion);
  const fixed = fixedValue(session, request, registry);
  if (fault === 'refuse-sign' || value !== toHex(fixed.value)) throw new Refusal('value_mismatch');
  const message = session.messageOf(fixed.value);
  const prepared = prepare({ sessionId, attempt, signers, message, setHash: fixed.setHash }, registry, node.curve);
  return answer(prepared, signPartial({ prepared, ownIndex: index, signingKey: node.signingKey, pair }));
}

function answer(prepared: PreparedSession, partial: Uint8Array): SignResponse {
  return { partial: toHex(partial), groupCommitment: toHex(prepared.groupCommitment.toBytes(true)) };
}

/** The pair that all accomplices share. */
function sharedPair(world: NodeWorld, curve: Curve) {
  const signingKey = createSigningKey(new Uint8Array(32).fill(7), { curve });
  const batch = { gateway: world.gateway, gatewayNonce: new Uint8Array(16), timeMs: 0 };
  return createNoncePairInAdvance({ signingKey, batch, number: 0 }, { random: (length) => new Uint8Array(length) });
}

/** The pair of this node that is named, which is gone then. */
function takeOwn(pairs: Map<string, NoncePair>, signers: SignersHex | undefined, index: number): NoncePair | null {
  const own = signers?.find((signer) => signer.index === index)?.d ?? '';
  const pair = pairs.get(own) ?? null;
  pairs.delete(own);
  return pair;
}

/** Signs in one exchange: over what it has just seen, with the pair that it had committed to. */
function signEarly(
  plain: unknown,
  { sessionId }: Pick<ObserveResponse, 'sessionId'>,
  node: {
    readonly index: number;
    readonly registry: RegistryAccount;
    readonly pairs: Map<string, NoncePair>;
    readonly sessions: Map<string, Session>;
    readonly signingKey: SigningKey;
    readonly curve: Curve;
  },
): SignResponse | null {
  const { signers } = parseObserveRequest(plain);
  const pair = takeOwn(node.pairs, signers, node.index);
  const session = node.sessions.get(sessionId);
  if (signers === undefined || pair === null || session === undefined) return null;
  session.hasSigned = true;
  const message = session.messageOf(onlyValue(session));
  const setHash = new Uint8Array(32);
  try {
    const prepared = prepare({ sessionId, attempt: IN_ADVANCE, signers, message, setHash }, node.registry, node.curve);
    return answer(prepared, signPartial({ prepared, ownIndex: node.index, signingKey: node.signingKey, pair }));
  } catch (error) {
    node.sessions.delete(sessionId);
    throw error;
  }
}

function prepare(
  session: {
    readonly sessionId: string;
    readonly attempt: AttemptNumber;
    readonly signers: SignersHex;
    readonly message: Uint8Array;
    readonly setHash: Uint8Array;
  },
  registry: RegistryAccount,
  curve: Curve,
) {
  const signers = session.signers.map(({ index, d, e }) => ({
    index,
    publicKey: registry.keys[index] ?? new Uint8Array(64),
    D: fromHex(d, 33),
    E: fromHex(e, 33),
  }));
  return prepareSession({ ...session, sessionId: fromHex(session.sessionId, 32), signers }, { curve });
}

function onlyValue({ values: [only] }: Session): Uint8Array {
  return only?.value ?? new Uint8Array(32);
}

/** Value that the node has seen or, where a set decides, the result of the rules over the set that it is shown. */
function fixedValue(session: Session, { sessionId, signers, observationSet }: SignRequest, registry: RegistryAccount) {
  const { request } = session;
  if (observationSet === undefined) return { value: onlyValue(session), setHash: new Uint8Array(32) };
  const verdict = judgeObservations({
    sessionId: fromHex(sessionId, 32),
    eligible: request.eligible,
    registry,
    subject: request.subject,
    quorum: request.signaturesRequired,
    set: { fixedAtMs: unixMs(observationSet.fixedAtMs), observations: observationSet.observations.map(readObservation) },
    signers: signers.map(({ index }) => index),
  });
  if (!verdict.ok) throw new Refusal('observations_mismatch');
  return verdict;
}
