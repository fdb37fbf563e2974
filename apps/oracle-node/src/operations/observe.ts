import {
  ContractError,
  requirePayableSource,
  type AllowedSources,
  type ObserveRequest,
  type ObserveResponse,
} from '@oracle-gateway/node-api';
import {
  deriveFeedId,
  deriveSessionId,
  deriveSourceId,
  EXACT_SET_HASH,
  fromHex,
  MAX_ROUND_TIME_SKEW_MS,
  MAX_STAMP_AHEAD_MS,
  maxEligible,
  NO_OWNER,
  PAID_STAMP_LIMITS,
  parseAddress,
  quorumRange,
  SOURCE_FORM,
  STAMP_LIMITS,
  toHex,
  unixMs,
  type Address,
  type DeploymentId,
  type StampLimits,
  type UnixMs,
  equalBytes,
} from '@oracle-gateway/protocol';
import { linkAbort } from '@oracle-gateway/process';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import {
  createNoncePair,
  IN_ADVANCE,
  type NonceCommitment,
  type NoncePair,
  type RandomBytes,
  type SessionSigner,
  signObservation,
  type SigningKey,
} from '@oracle-gateway/schnorr/signing';
import type { Asker } from '../sharing/asker.js';
import type { CommitmentStore } from '../signing/commitments.js';
import { NodeError } from '../errors/node-error.js';
import type { Caller } from '../ledger/gateway-access.js';
import type { NodeLog } from '../telemetry/log.js';
import type { ObservePlaces } from '../sharing/observe-places.js';
import { signersInAdvance, takeOwnPair } from '../signing/in-advance.js';
import type { SignRound } from '../signing/partial-signature.js';
import type { RegistryWatch } from '../ledger/registry-watch.js';
import type { UnsealedSource, UnsealSource } from '../source/sealed-source.js';
import { GIVEN_IN_ADVANCE, type ObservedRound, type SigningSessions, type ToleranceRound } from '../signing/sessions.js';
import type { ObserveValue } from '../source/observe-value.js';
import type { ReadingTurns } from '../sharing/reading-turns.js';
import type { SourceReceipt } from '../source/source-receipt.js';
import type { WaitForStamp } from '../signing/stamp-wait.js';

export interface ObserveDeps {
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly signingKey: SigningKey;
  readonly registryWatch: RegistryWatch;
  readonly places: ObservePlaces;
  readonly readingTurns: Pick<ReadingTurns, 'requireShare'>;
  readonly sessions: SigningSessions;
  readonly commitments: CommitmentStore;
  readonly signRound: SignRound;
  readonly unsealSource: UnsealSource;
  readonly waitForStamp: WaitForStamp;
  readonly observeValue: ObserveValue;
  readonly allowedSources: AllowedSources;
  readonly random: RandomBytes;
  readonly nowMs: () => number;
  readonly log: NodeLog;
}

/** Ends early when `signal` is aborted. Throws NodeError. */
export type Observe = (caller: Caller, request: ObserveRequest, signal: AbortSignal) => Promise<ObserveResponse>;

/**
 * Step 1 of a signing session (protocol §4). Checks the request against the node's own view, uses up the session id, waits for the stamp of the
 * session, and fetches the source once. Answers with the observation and two fresh nonce commitments. A node that the request lists as a signer,
 * and whose pair is still there, answers with a partial signature in place of the commitments.
 */
export function createObserve(deps: ObserveDeps): Observe {
  return async (caller, request, signal) => {
    // Taken before any check, as at sign: the pair is used up whatever the outcome of this call is.
    const pair = takeOwnPair(deps, caller, request);
    requirePayable(request, deps.allowedSources);
    const round = identify(deps.deploymentId, caller.gateway, request);
    const registry = await requireRegistry(deps.registryWatch, BigInt(request.registryVersion));
    requireQuorum(request, registry, deps.nodeIndex);
    const signers = signersInAdvance(request, registry, deps.nodeIndex);
    // Judged after the wait for the ledger, in one synchronous step with the begin of the session: its life counts from here.
    requireTimes(request, deps.nowMs());
    const source = deps.unsealSource(request, round.sourceId);
    const by = { gateway: caller.name, requester: request.requester };
    deps.readingTurns.requireShare(by);
    const leavePlace = deps.places.take(by);
    try {
      return await observeOnce(deps, caller, request, { round, registry, source, pair, signers, by, signal });
    } finally {
      leavePlace();
    }
  };
}

/** Findings of the checks of a request. */
interface Checked {
  readonly round: Identity;
  readonly registry: RegistryAccount;
  readonly source: UnsealedSource;
  readonly pair: NoncePair | null;
  readonly signers: SessionSigner[] | null;
  readonly by: Asker;
  readonly signal: AbortSignal;
}

async function observeOnce(
  deps: ObserveDeps,
  caller: Caller,
  request: ObserveRequest,
  { round, registry, source: { config, secrets }, pair, signers, by, signal }: Checked,
): Promise<ObserveResponse> {
  const startedMs = deps.nowMs();
  const sessionId = toHex(round.sessionId);
  const ends = linkAbort(signal);
  let isObserving = true;
  deps.sessions.open(caller.name, sessionId, (reason) => {
    // Each session ends, most of them long after their fetch: an abort that has no listener costs as much as hashing the id.
    if (isObserving) ends.abort(reason);
  });
  try {
    const stamp = await deps.waitForStamp(round.observedAtMs, ends.signal);
    const noteReceipt = (receipt: SourceReceipt): void => {
      deps.log.info({ sessionId, traceId: caller.traceId, gateway: caller.name, receipt }, 'source receipt');
    };
    const asked = { by, signal: ends.signal, waitedMs: stamp.waitedMs, payment: request.sourcePayment, secrets, noteReceipt };
    const { value, receivedAtMs } = await deps.observeValue(config, asked);
    isObserving = false;
    stamp.requireInTime(stampLimits(request));
    const { signaturesRequired, eligible } = request;
    const tolerance = toleranceRound(request, { sessionId: round.sessionId, value, receivedAtMs: unixMs(receivedAtMs) }, deps);
    const observed = { ...round, value, tolerance, signaturesRequired, eligible, registry };
    const inAdvance = pair === null || signers === null ? null : { pair, signers };
    const fresh = inAdvance === null ? freshPairs(round.sessionId, deps) : null;
    if (!deps.sessions.observed(caller.name, sessionId, observed, fresh?.pairs ?? [GIVEN_IN_ADVANCE, GIVEN_IN_ADVANCE])) {
      throw releasedMeanwhile();
    }
    // Each signer signs its own observation. Partial signatures over different values do not sum to a valid signature.
    const decided = { value, setHash: EXACT_SET_HASH };
    const signed = inAdvance === null ? {} : deps.signRound(caller, { round: observed, attempt: IN_ADVANCE, decided, ...inAdvance });
    const { timestampMs, observedAtMs } = round;
    deps.log.info(
      {
        sessionId,
        traceId: caller.traceId,
        feedId: toHex(round.feedId),
        timestampMs,
        observedAtMs,
        gateway: caller.name,
        durationMs: deps.nowMs() - startedMs,
      },
      'observed',
    );
    const nonces = fresh === null ? {} : { nonces: fresh.commitments };
    const signature = tolerance === null ? {} : { signature: signatureHex(tolerance) };
    return { sessionId, index: deps.nodeIndex, value: toHex(value), receivedAtMs, ...signature, ...signed, ...nonces };
  } catch (error) {
    const wasOpen = deps.sessions.close(caller.name, sessionId);
    throw wasOpen ? error : releasedMeanwhile();
  } finally {
    ends.release();
  }
}

/** Signs this node's observation: in tolerance mode, the other signers compute with it. */
function toleranceRound(
  { apiConfig: { aggregation } }: ObserveRequest,
  { sessionId, ...seen }: { readonly sessionId: Uint8Array; readonly value: Uint8Array; readonly receivedAtMs: UnixMs },
  deps: Pick<ObserveDeps, 'nodeIndex' | 'signingKey' | 'random'>,
): ToleranceRound | null {
  if (aggregation === undefined) return null;
  const observation = { index: deps.nodeIndex, ...seen };
  return { aggregation, observation: signObservation({ signingKey: deps.signingKey, sessionId, observation }, deps) };
}

function releasedMeanwhile(): NodeError {
  return new NodeError('session_unknown', 'sessionId: the session was released or expired before the value was there');
}

function requirePayable({ apiConfig, sourcePayment }: ObserveRequest, allowed: AllowedSources): void {
  if (sourcePayment === undefined) return;
  try {
    requirePayableSource(apiConfig, allowed);
  } catch (error) {
    throw error instanceof ContractError ? new NodeError('forbidden_source', error.message) : error;
  }
}

/**
 * The registry of the version that the request names. A gateway may see a change before this node: the node then reads the ledger at once. Or
 * it may see the change later: the replaced version serves for a while, because all signers of a round sign under one version.
 */
async function requireRegistry(watch: RegistryWatch, version: bigint): Promise<RegistryAccount> {
  if ((watch.view()?.registry.version ?? 0n) < version) {
    await watch.catchUp(version).catch(() => undefined);
  }
  const current = watch.view()?.registry;
  if (current === undefined) {
    throw new NodeError('not_ready');
  }
  const registry = watch.accepted(version);
  // A node that the current version leaves out answers this too: a gateway that names an ended version must learn of the next one.
  if (registry === null && version < current.version && !watch.unready().includes('ledger_view_too_old')) {
    throw staleRegistry(current);
  }
  if (watch.unready(registry ?? current).length > 0) {
    throw new NodeError('not_ready');
  }
  if (registry === null) {
    throw staleRegistry(current);
  }
  return registry;
}

function staleRegistry({ version }: RegistryAccount): NodeError {
  return new NodeError('stale_registry', `registryVersion: must be the current version ${version}`);
}

/** Quorum within the registry's range; eligible set within the buffer and including this node. Throws NodeError. */
function requireQuorum(request: ObserveRequest, registry: RegistryAccount, nodeIndex: number): void {
  const { signaturesRequired, eligible } = request;
  const { minimum, maximum } = quorumRange(registry, request.apiConfig);
  if (signaturesRequired < minimum || signaturesRequired > maximum) {
    throw new NodeError('quorum_out_of_range', `signaturesRequired: must be from ${minimum} to ${maximum}`);
  }
  const most = maxEligible(registry, signaturesRequired);
  if (eligible.length < signaturesRequired || eligible.length > most) {
    throw new NodeError('quorum_out_of_range', `eligible: must hold from ${signaturesRequired} to ${most} nodes`);
  }
  if (!eligible.includes(nodeIndex) || eligible.some((index) => (registry.keys[index] ?? null) === null)) {
    throw new NodeError('not_eligible');
  }
}

/** A feed with an owner is settled by whole seconds. Throws NodeError. */
function requireTimes(request: ObserveRequest, nowMs: number): void {
  const { timestampMs, observedAtMs, feedOwner } = request;
  const isOwned = !equalBytes(parseAddress(feedOwner), NO_OWNER);
  if (isOwned && timestampMs % 1_000 !== 0) {
    throw new NodeError('invalid_request', 'timestampMs: must be whole seconds for a feed with an owner');
  }
  if (Math.abs(nowMs - timestampMs) > MAX_ROUND_TIME_SKEW_MS) {
    throw new NodeError('clock_skew', `timestampMs: must be within ${MAX_ROUND_TIME_SKEW_MS} ms of the clock of the node`);
  }
  const ageMs = nowMs - observedAtMs;
  const { askedMs } = stampLimits(request);
  if (ageMs > askedMs || -ageMs > MAX_STAMP_AHEAD_MS) {
    throw new NodeError(
      'clock_skew',
      `observedAtMs: must be at most ${askedMs} ms behind the clock of the node, and ${MAX_STAMP_AHEAD_MS} ms ahead`,
    );
  }
}

function stampLimits({ sourcePayment }: Pick<ObserveRequest, 'sourcePayment'>): StampLimits {
  return sourcePayment === undefined ? STAMP_LIMITS : PAID_STAMP_LIMITS;
}

/** Identities of a round and of its session. */
type Identity = Pick<ObservedRound, 'sessionId' | 'feedId' | 'sourceId' | 'form' | 'timestampMs' | 'observedAtMs'>;

/** Derives every identity from the request itself; the gateway supplies none. */
function identify(deploymentId: DeploymentId, gateway: Address, request: ObserveRequest): Identity {
  const { signaturesRequired, eligible } = request;
  const sourceId = deriveSourceId(request.apiConfig);
  const feedId = deriveFeedId({ owner: parseAddress(request.feedOwner), sourceId, signaturesRequired });
  const round = {
    feedId,
    sourceId,
    form: SOURCE_FORM,
    timestampMs: unixMs(request.timestampMs),
    observedAtMs: unixMs(request.observedAtMs),
  };
  const registryVersion = BigInt(request.registryVersion);
  const gatewayNonce = fromHex(request.gatewayNonce, 16);
  return {
    ...round,
    sessionId: deriveSessionId({ ...round, deploymentId, gateway, signaturesRequired, registryVersion, eligible, gatewayNonce }),
  };
}

/** Nonce pairs for the two attempts of the second exchange. */
function freshPairs(
  sessionId: Uint8Array,
  { signingKey, random }: Pick<ObserveDeps, 'signingKey' | 'random'>,
): { readonly pairs: readonly [NoncePair, NoncePair]; readonly commitments: NonNullable<ObserveResponse['nonces']> } {
  const first = createNoncePair({ signingKey, sessionId, attempt: 0 }, { random });
  const second = createNoncePair({ signingKey, sessionId, attempt: 1 }, { random });
  return { pairs: [first.pair, second.pair], commitments: [commitmentHex(first.commitment), commitmentHex(second.commitment)] };
}

function commitmentHex({ D, E }: NonceCommitment): { d: string; e: string } {
  return { d: toHex(D), e: toHex(E) };
}

function signatureHex({ observation: { signature } }: ToleranceRound): { s: string; commitment: string } {
  return { s: toHex(signature.s), commitment: toHex(signature.commitment) };
}
