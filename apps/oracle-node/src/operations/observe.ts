import {
  ContractError,
  type parseObserveRequest,
  requirePayableSource,
  type AllowedSources,
  type ObserveResponse,
} from '@oracle-gateway/node-api';
import {
  deriveFeedId,
  deriveSessionId,
  fromHex,
  maxEligible,
  NO_OWNER,
  type Observation,
  parseAddress,
  quorumRange,
  toHex,
  unixMs,
  type Address,
  type DeploymentId,
  SOURCE_FORM,
  unitsOf,
} from '@oracle-gateway/protocol';
import {
  isDecidedBySet,
  MAX_SET_VALUES,
  MAX_ROUND_TIME_SKEW_MS,
  MAX_STAMP_AHEAD_MS,
  PAID_STAMP_LIMITS,
  STAMP_LIMITS,
  type Subject,
  type StampLimits,
  equalBytes,
} from '@oracle-gateway/protocol/internal';
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
import { answeredValues, absenceOf } from './answered-values.js';
import type { Caller } from '../ledger/gateway-access.js';
import type { NodeLog } from '../telemetry/log.js';
import type { ObservePlaces } from '../sharing/observe-places.js';
import { ownValue } from '../signing/decided-value.js';
import { signersInAdvance, takeOwnPair } from '../signing/in-advance.js';
import type { SignRound } from '../signing/partial-signature.js';
import type { RegistryWatch } from '../ledger/registry-watch.js';
import type { UnsealedSource, UnsealSources } from '../source/sealed-source.js';
import { GIVEN_IN_ADVANCE, type ObservedRound, type SigningSessions } from '../signing/sessions.js';
import { isFailure, type ObserveSubject, requireRoom, requireSome } from '../source/observe-subject.js';
import type { ReadingBudget } from '../sharing/reading-budget.js';
import type { SourceReceipt } from '../source/source-receipt.js';
import type { WaitForStamp } from '../signing/stamp-wait.js';

export interface ObserveDeps {
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly signingKey: SigningKey;
  readonly registryWatch: RegistryWatch;
  readonly places: ObservePlaces;
  readonly readingBudget: ReadingBudget;
  readonly sessions: SigningSessions;
  readonly commitments: CommitmentStore;
  readonly signRound: SignRound;
  readonly unsealSources: UnsealSources;
  readonly waitForStamp: WaitForStamp;
  readonly observeSubject: ObserveSubject;
  readonly allowedSources: AllowedSources;
  /** Bytes of the largest answer of a source. */
  readonly maxBodyBytes: number;
  readonly random: RandomBytes;
  readonly nowMs: () => number;
  readonly log: NodeLog;
}

type ObserveRequest = ReturnType<typeof parseObserveRequest>;

/** Ends early when `signal` is aborted. Throws NodeError. */
export type Observe = (caller: Caller, request: ObserveRequest, signal: AbortSignal) => Promise<ObserveResponse>;

/**
 * Step 1 of a signing session (docs/protocol.md#signing-session). Checks the request against the node's own view, uses up the session id, waits for the stamp of the
 * session, and fetches each source once. Answers with the observation and two fresh nonce commitments. A node that the request lists as a signer,
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
    const { subject } = request;
    requireRoom(subject, deps.maxBodyBytes);
    const sources = requireSome(deps.unsealSources(request), subject, subject.combine?.minSources);
    const by = { gateway: caller.name, requester: request.requester };
    deps.readingBudget.requireShare(by);
    const leavePlaces = deps.places.take(by, unitsOf(subject.form));
    try {
      return await observeOnce(deps, caller, request, { round, registry, sources, pair, signers, by, leavePlaces, signal });
    } finally {
      for (const leave of leavePlaces) leave();
    }
  };
}

/** Findings of the checks of a request. */
interface Checked {
  readonly round: Identity;
  readonly registry: RegistryAccount;
  readonly sources: readonly (UnsealedSource | NodeError)[];
  readonly pair: NoncePair | null;
  readonly signers: SessionSigner[] | null;
  readonly by: Asker;
  readonly leavePlaces: readonly (() => void)[];
  readonly signal: AbortSignal;
}

async function observeOnce(
  deps: ObserveDeps,
  caller: Caller,
  request: ObserveRequest,
  { round, registry, pair, signers, signal, ...asked }: Checked,
): Promise<ObserveResponse> {
  const startedMs = deps.nowMs();
  const sessionId = toHex(round.sessionId);
  const { subject, sourcePayment: payment, signaturesRequired, eligible } = request;
  const logged = { sessionId, traceId: caller.traceId, gateway: caller.name };
  const ends = linkAbort(signal);
  let isObserving = true;
  deps.sessions.open(caller.name, sessionId, (reason) => {
    // Each session ends, most of them long after their fetch: an abort that has no listener costs as much as hashing the id.
    if (isObserving) ends.abort(reason);
  });
  try {
    const stamp = await deps.waitForStamp(round.observedAtMs, ends.signal);
    const noteReceipt = (receipt: SourceReceipt): void => deps.log.info({ ...logged, receipt }, 'source receipt');
    const noteFailure = (place: number, failure: NodeError): void => logFailure(deps.log, logged, { subject, place, failure });
    const charge = (ms: number): boolean => deps.readingBudget.charge(asked.by, ms);
    const { waitedMs } = stamp;
    const { observedAtMs } = round;
    const particulars = { subject, signal: ends.signal, charge, waitedMs, observedAtMs, payment, noteReceipt, noteFailure };
    const seen = await deps.observeSubject({ ...asked, ...particulars });
    isObserving = false;
    // The values of a list that had come are no observation: the others might have come too.
    if (ends.signal.aborted) throw releasedMeanwhile();
    const values = requireSome(seen, subject);
    stamp.requireInTime(stampLimits(request));
    const observation = { index: deps.nodeIndex, values: values.map((one) => (isFailure(one) ? null : one)) };
    const signature = isDecidedBySet(subject) ? { signature: observationSignature(round.sessionId, observation, deps) } : {};
    const observed = { ...round, observation, signaturesRequired, eligible, registry };
    const inAdvance = pair === null || signers === null ? null : { pair, signers };
    const fresh = inAdvance === null ? freshPairs(round.sessionId, deps) : null;
    if (!deps.sessions.observed(caller.name, sessionId, observed, fresh?.pairs ?? [GIVEN_IN_ADVANCE, GIVEN_IN_ADVANCE])) {
      throw releasedMeanwhile();
    }
    // Each signer signs its own observation. Partial signatures over different values do not sum to a valid signature.
    const signed =
      inAdvance === null ? {} : deps.signRound(caller, { round: observed, attempt: IN_ADVANCE, decided: ownValue(observed), ...inAdvance });
    const { timestampMs } = round;
    const durationMs = deps.nowMs() - startedMs;
    deps.log.info({ ...logged, feedId: toHex(round.feedId), timestampMs, observedAtMs, durationMs }, 'observed');
    const nonces = fresh === null ? {} : { nonces: fresh.commitments };
    return { sessionId, index: deps.nodeIndex, values: answeredValues(values), ...signature, ...signed, ...nonces };
  } catch (error) {
    const wasOpen = deps.sessions.close(caller.name, sessionId);
    throw wasOpen ? error : releasedMeanwhile();
  } finally {
    ends.release();
  }
}

/** Signs this node's observation: where a set decides, the other signers compute with it. */
function observationSignature(
  sessionId: Uint8Array,
  observation: Observation,
  deps: Pick<ObserveDeps, 'signingKey' | 'random'>,
): NonNullable<ObserveResponse['signature']> {
  const { signature } = signObservation({ signingKey: deps.signingKey, sessionId, observation }, deps);
  return { s: toHex(signature.s), commitment: toHex(signature.commitment) };
}

/** Each of several sources has a line; the refusal tells of a single one. */
function logFailure(
  log: NodeLog,
  logged: object,
  { subject, place, failure }: { readonly subject: Subject; readonly place: number; readonly failure: NodeError },
): void {
  const source = subject.sources.length === 1 ? undefined : subject.sources[place];
  if (source !== undefined) log.info({ ...logged, sourceId: toHex(source.sourceId), ...absenceOf(failure) }, 'source failed');
}

function releasedMeanwhile(): NodeError {
  return new NodeError('session_unknown', 'sessionId: the session was released or expired before the value was there');
}

function requirePayable({ subject, sourcePayment }: ObserveRequest, allowed: AllowedSources): void {
  if (sourcePayment === undefined) return;
  const [source] = subject.sources;
  if (subject.form !== SOURCE_FORM || source === undefined) {
    throw new NodeError('invalid_request', 'sourcePayment: must be sent for a single source only');
  }
  try {
    requirePayableSource(source.apiConfig, allowed);
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
  const { signaturesRequired, eligible, subject } = request;
  const { minimum, maximum } = quorumRange(registry, subject);
  if (signaturesRequired < minimum || signaturesRequired > maximum) {
    throw new NodeError('quorum_out_of_range', `signaturesRequired: must be from ${minimum} to ${maximum}`);
  }
  const most = maxEligible(registry, signaturesRequired);
  if (eligible.length < signaturesRequired || eligible.length > most) {
    throw new NodeError('quorum_out_of_range', `eligible: must hold from ${signaturesRequired} to ${most} nodes`);
  }
  const values = subject.rules.length;
  if (values * eligible.length > MAX_SET_VALUES) {
    const mostOfList = Math.floor(MAX_SET_VALUES / values);
    throw new NodeError('quorum_out_of_range', `eligible: must hold at most ${mostOfList} nodes for a list of ${values} sources`);
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
type Identity = Pick<ObservedRound, 'sessionId' | 'feedId' | 'subject' | 'timestampMs' | 'observedAtMs'>;

/** Derives every identity from the request itself; the gateway supplies none. */
function identify(deploymentId: DeploymentId, gateway: Address, request: ObserveRequest): Identity {
  const { signaturesRequired, eligible } = request;
  const { sourceId, form } = request.subject;
  const feedId = deriveFeedId({ owner: parseAddress(request.feedOwner), sourceId, signaturesRequired });
  const round = { feedId, timestampMs: unixMs(request.timestampMs), observedAtMs: unixMs(request.observedAtMs) };
  const asked = { deploymentId, gateway, sourceId, form, signaturesRequired, eligible };
  const registryVersion = BigInt(request.registryVersion);
  const gatewayNonce = fromHex(request.gatewayNonce, 16);
  return {
    ...round,
    subject: decidingSubject(request.subject),
    sessionId: deriveSessionId({ ...round, ...asked, registryVersion, gatewayNonce }),
  };
}

/** The members of a subject that a session keeps. Its configurations may have 48 KiB. */
function decidingSubject({ form, sourceId, rules, minValues, sources }: Subject): ObservedRound['subject'] {
  return { form, sourceId, rules, minValues, sources: sources.map((source) => ({ sourceId: source.sourceId })) };
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
