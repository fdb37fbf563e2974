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
  MAX_AHEAD_MS,
  MAX_BEHIND_MS,
  maxEligible,
  NO_OWNER,
  parseAddress,
  quorumRange,
  toHex,
  unixMs,
  type Address,
  type DeploymentId,
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
import type { UnsealSource } from '../source/sealed-source.js';
import { GIVEN_IN_ADVANCE, type SigningSessions, type ToleranceRound } from '../signing/sessions.js';
import type { ObserveValue } from '../source/observe-value.js';
import type { ReadingTurns } from '../sharing/reading-turns.js';
import type { SourceReceipt } from '../source/source-receipt.js';

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
  readonly observeValue: ObserveValue;
  readonly allowedSources: AllowedSources;
  readonly random: RandomBytes;
  readonly nowMs: () => number;
  readonly log: NodeLog;
}

/** Ends early when `signal` is aborted. Throws NodeError. */
export type Observe = (caller: Caller, request: ObserveRequest, signal: AbortSignal) => Promise<ObserveResponse>;

/**
 * Step 1 of a signing session (protocol §4). Checks the request against the node's own view, uses up the session id, and fetches the source
 * once. Answers with the observation and two fresh nonce commitments. A node that the request lists as a signer, and whose pair is still
 * there, answers with a partial signature in place of the commitments.
 */
export function createObserve(deps: ObserveDeps): Observe {
  return async (caller, request, signal) => {
    // Taken before any check, as at sign: the pair is used up whatever the outcome of this call is.
    const pair = takeOwnPair(deps, caller, request);
    requirePayable(request, deps.allowedSources);
    const by = { gateway: caller.name, requester: request.requester };
    deps.readingTurns.requireShare(by);
    const leavePlace = deps.places.take(by);
    try {
      return await observeOnce(deps, caller, request, { pair, by, signal });
    } finally {
      leavePlace();
    }
  };
}

async function observeOnce(
  deps: ObserveDeps,
  caller: Caller,
  request: ObserveRequest,
  { pair, by, signal }: { readonly pair: NoncePair | null; readonly by: Asker; readonly signal: AbortSignal },
): Promise<ObserveResponse> {
  const registry = await requireRegistry(deps.registryWatch, BigInt(request.registryVersion));
  requireQuorum(request, registry, deps.nodeIndex);
  const signers = signersInAdvance(request, registry, deps.nodeIndex);
  // Judged after the wait for the ledger, in one synchronous step with the begin of the session: its life counts from here.
  const startedMs = deps.nowMs();
  requireTime(request, startedMs);
  const round = identify(deps.deploymentId, caller.gateway, request);
  const { config, secrets } = deps.unsealSource(request, round.sourceId);
  const sessionId = toHex(round.sessionId);
  const ends = linkAbort(signal);
  let isObserving = true;
  deps.sessions.open(caller.name, sessionId, (reason) => {
    // Each session ends, most of them long after their fetch: an abort that has no listener costs as much as hashing the id.
    if (isObserving) ends.abort(reason);
  });
  try {
    const noteReceipt = (receipt: SourceReceipt): void => {
      deps.log.info({ sessionId, traceId: caller.traceId, gateway: caller.name, receipt }, 'source receipt');
    };
    const asked = { by, signal: ends.signal, payment: request.sourcePayment, secrets, noteReceipt };
    const { value, observedAtMs } = await deps.observeValue(config, asked);
    isObserving = false;
    const { signaturesRequired, timeRule, eligible } = request;
    const tolerance = toleranceRound(request, { sessionId: round.sessionId, value, observedAtMs: unixMs(observedAtMs) }, deps);
    const observed = { ...round, value, tolerance, signaturesRequired, timeRule, eligible, registry };
    const inAdvance = pair === null || signers === null ? null : { pair, signers };
    const fresh = inAdvance === null ? freshPairs(round.sessionId, deps) : null;
    if (!deps.sessions.observed(caller.name, sessionId, observed, fresh?.pairs ?? [GIVEN_IN_ADVANCE, GIVEN_IN_ADVANCE])) {
      throw releasedMeanwhile();
    }
    // Each signer signs its own observation. Partial signatures over different values do not sum to a valid signature.
    const decided = { value, setHash: EXACT_SET_HASH };
    const signed = inAdvance === null ? {} : deps.signRound(caller, { round: observed, attempt: IN_ADVANCE, decided, ...inAdvance });
    const { timestampMs } = round;
    deps.log.info(
      {
        sessionId,
        traceId: caller.traceId,
        feedId: toHex(round.feedId),
        timestampMs,
        gateway: caller.name,
        durationMs: deps.nowMs() - startedMs,
      },
      'observed',
    );
    const nonces = fresh === null ? {} : { nonces: fresh.commitments };
    const signature = tolerance === null ? {} : { signature: signatureHex(tolerance) };
    return { sessionId, index: deps.nodeIndex, value: toHex(value), observedAtMs, ...signature, ...signed, ...nonces };
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
  { sessionId, ...seen }: { readonly sessionId: Uint8Array; readonly value: Uint8Array; readonly observedAtMs: UnixMs },
  deps: Pick<ObserveDeps, 'nodeIndex' | 'signingKey' | 'random'>,
): ToleranceRound | null {
  if (aggregation === undefined) return null;
  const observation = { index: deps.nodeIndex, ...seen };
  return { aggregation, observation: signObservation({ signingKey: deps.signingKey, sessionId, observation }, deps) };
}

function releasedMeanwhile(): NodeError {
  return new NodeError('session_unknown', 'sessionId: the session was released or expired during the fetch');
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

/**
 * The time rule decides which protection against a second value applies, so the gateway must not choose it: feeds with an owner are flat,
 * feeds without one nested (protocol §4).
 */
function requireTime({ timeRule, timestampMs, feedOwner }: ObserveRequest, nowMs: number): void {
  const isOwned = !equalBytes(parseAddress(feedOwner), NO_OWNER);
  if (isOwned !== (timeRule === 'flat')) {
    throw new NodeError('invalid_request', 'timeRule: must be flat for a feed with an owner, nested for one without');
  }
  if (timeRule === 'flat' && timestampMs % 1_000 !== 0) {
    throw new NodeError('invalid_request', 'timestampMs: must be whole seconds on a flat path');
  }
  const behindMs = nowMs - timestampMs;
  if (behindMs > MAX_BEHIND_MS[timeRule] || -behindMs > MAX_AHEAD_MS) {
    throw new NodeError('clock_skew');
  }
}

/** Derives every identity from the request itself; the gateway supplies none. */
function identify(deploymentId: DeploymentId, gateway: Address, request: ObserveRequest) {
  const { signaturesRequired, eligible } = request;
  const sourceId = deriveSourceId(request.apiConfig);
  const feedId = deriveFeedId({ owner: parseAddress(request.feedOwner), sourceId, signaturesRequired });
  const timestampMs = unixMs(request.timestampMs);
  const registryVersion = BigInt(request.registryVersion);
  const gatewayNonce = fromHex(request.gatewayNonce, 16);
  const session = { deploymentId, gateway, feedId, sourceId, signaturesRequired, registryVersion, timestampMs, eligible, gatewayNonce };
  return { sessionId: deriveSessionId(session), feedId, sourceId, timestampMs };
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
