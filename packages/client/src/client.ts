import { defaultQuorum } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import { createAggregateKeyCache } from '@oracle-gateway/schnorr';
import { createClock } from './base/clock.js';
import { ClientUsageError, GatewayError, VerificationError } from './base/errors.js';
import { DEFAULT_RETRY } from './base/retry-policy.js';
import { listIn, type SourceInput, sourceIn } from './base/source.js';
import { wait } from './base/wait.js';
import type { CallOptions, Client, ListOptions, Round, RoundOptions, AnsweredRound, SimulateOptions } from './client-types.js';
import type { GatewayEvents } from './http/gateway-events.js';
import { createGatewayHttp, type GatewayHttp } from './http/gateway-http.js';
import { gatewayUrlIn } from './http/gateway-url.js';
import { queryText, readData } from './http/read-data.js';
import { DEFAULT_TIMEOUT_MS, type Fetch } from './http/read-json.js';
import { deploymentOf } from './ledger/deployment.js';
import { createNoLedger } from './ledger/no-ledger.js';
import { createOracleLedger, type OracleLedger } from './ledger/oracle-ledger.js';
import type { ClientOptions } from './options.js';
import { hasProviders, isFeedRoundsPage, isInfo, isNodes, isProvider, isRoundStatus } from './reads/read-forms.js';
import type { RoundStatus } from './reads/reads.js';
import type { Account, AccountCall, AccountIo, EarnedRound, RoundDraft } from './rounds/account.js';
import { type DraftInput, draftRound } from './rounds/draft-round.js';
import { createSeconds } from './rounds/seconds.js';
import { withCredential } from './rounds/with-credential.js';
import { everySoOften } from './rounds/watch.js';
import {
  type SignedTerms,
  type VerifiedAnswer,
  type VerifyDeps,
  type VerifyInput,
  verifyValue,
  verifyValues,
} from './verify/verify-answer.js';
import { expectedRound } from './verify/verify-from-ledger.js';

/** Sums of keys that are remembered: one for each set of signers. */
const MAX_KEY_SUMS = 256;
/** A settlement is final about 20 s after it, and a payment in doubt is known after some minutes. */
const DEFAULT_FOLLOW_MS = 600_000;
const FIRST_EVENT_MS = 10_000;

/** Verifies the answer of one kind of subject. */
type Verify<V extends SignedTerms> = (deps: VerifyDeps, input: VerifyInput) => Promise<VerifiedAnswer<V>>;

/**
 * A client of one gateway. It asks for values and answers only what it has verified with the keys of the ledger: the gateway is trusted with
 * nothing.
 *
 * @throws ClientUsageError that names the option and the rule
 * @example
 * const client = createClient({ gateway: 'https://oracle.example', ledger: { rpcUrl, programId, network }, account: owner({ signer }) });
 * const { value } = await client.round({ url, method: 'GET', responseParser: '$.data.amount' });
 */
export function createClient(options: ClientOptions): Client {
  const fetch = options.fetch ?? ((...call) => globalThis.fetch(...call));
  const io = ioOf(options, fetch);
  const { account } = options;
  const { ledger, clock } = io;
  const verifier = { ledger, keySums: createAggregateKeyCache({ maxEntries: MAX_KEY_SUMS }), now: () => clock.now() };
  let streams: GatewayEvents | undefined;

  function required<K extends keyof Account>(name: K, what: string): NonNullable<Account[K]> {
    const able = account?.[name];
    if (able === undefined) throw new ClientUsageError('account', `must be one that ${what}`);
    return able;
  }

  /** Reads a status without its private parts, so that no signature is asked for. */
  function openStatus(roundId: string, { signal }: AccountCall): Promise<RoundStatus> {
    return readData(io, { path: statusPath(roundId), signal }, isRoundStatus);
  }

  async function roundStatus(roundId: string, { signal }: CallOptions = {}): Promise<RoundStatus> {
    const status = await openStatus(roundId, { signal });
    if (status.private !== true || account?.authorizeRead === undefined) return status;
    const authorize = account.authorizeRead.bind(account, roundId, io);
    const read = (authorization: string): Promise<RoundStatus> =>
      readData(io, { path: statusPath(roundId), signal, headers: { authorization } }, isRoundStatus);
    return withCredential({ clock, authorize }, read, signal);
  }

  /** Time decides whether an answer is an old one, so that a clock that is wrong is corrected before an answer is refused for it. */
  async function verifyEarned<V extends SignedTerms>(
    verify: Verify<V>,
    { answer, feedOwner, timestampMs, observedAtMs }: EarnedRound,
    { subject, quorum, signal }: RoundDraft,
  ): Promise<VerifiedAnswer<V>> {
    const expected = { subjects: [subject], quorum, owner: feedOwner, timestampMs, observedAtMs } as const;
    try {
      return await verify(verifier, { answer, expected, signal });
    } catch (error) {
      if (!(error instanceof VerificationError) || error.reason !== 'other_time') throw error;
      const shiftMs = await clock.correct(undefined, signal);
      if (shiftMs === 0) throw error;
      const shifted = { from: observedAtMs.from + shiftMs, to: observedAtMs.to + shiftMs };
      return verify(verifier, { answer, expected: { ...expected, observedAtMs: shifted }, signal });
    }
  }

  async function earn(who: Account, input: DraftInput): Promise<{ draft: RoundDraft; earned: EarnedRound }> {
    const draft = await draftRound(io, input);
    try {
      return { draft, earned: await who.earn(draft, io) };
    } catch (error) {
      // A node has changed its key. The round was not served; the ledger has the new key.
      if (!(error instanceof GatewayError) || error.code !== 'envelope_undecryptable') throw error;
      const resealed = await draftRound(io, input);
      return { draft: resealed, earned: await who.earn(resealed, io) };
    }
  }

  /** All that follows rounds, with the streams of this client. */
  async function following() {
    const { createGatewayEvents, followToItsEnd, waitForSettlement } = await import('./later.js');
    streams ??= createGatewayEvents({ baseUrl: io.gateway.baseUrl, fetch, onDeprecated: options.onDeprecated });
    return { followToItsEnd, waitForSettlement, events: streams };
  }

  async function served<V extends SignedTerms>(verify: Verify<V>, subject: Subject, roundOptions: ListOptions): Promise<V & AnsweredRound> {
    if (account === undefined) throw new ClientUsageError('account', 'is required to ask for a round');
    const { draft, earned } = await earn(account, { ...roundOptions, subject, secretsOwner: account.secretsOwner });
    const { verified, message } = await verifyEarned(verify, earned, draft);
    const { answer, roundId } = earned;
    return {
      ...verified,
      roundId,
      answer,
      async settled(settledOptions = {}) {
        const { waitForSettlement, events } = await following();
        return waitForSettlement(
          {
            ...io,
            events,
            readStatus: () => openStatus(roundId, settledOptions),
            isOnLedger: (settlement) => earned.isOnLedger({ settlement, message }, settledOptions.signal),
          },
          { ...settledOptions, roundId },
        );
      },
    };
  }

  function simulationDraft(subject: Subject, simulateOptions: SimulateOptions): Promise<RoundDraft> {
    return draftRound(io, { ...simulateOptions, subject, secretsOwner: account?.secretsOwner });
  }

  async function round(source: SourceInput, roundOptions: RoundOptions = {}): Promise<Round> {
    return served(verifyValue, sourceIn(source), roundOptions);
  }

  return {
    round,
    async values(sources, { minValues, ...listOptions } = {}) {
      return served(verifyValues, listIn({ sources, minValues }), listOptions);
    },
    watch(source, { everyMs, ...roundOptions }) {
      if (!Number.isFinite(everyMs) || everyMs <= 0) throw new ClientUsageError('everyMs', 'must be a positive number of milliseconds');
      const { signal } = roundOptions;
      return everySoOften({ task: () => round(source, roundOptions), now: options.clock ?? Date.now, wait }, { everyMs, signal });
    },
    async simulate(source, simulateOptions = {}) {
      const draft = await simulationDraft(sourceIn(source), simulateOptions);
      const { askSimulation } = await import('./later.js');
      return askSimulation(account, draft, io);
    },
    async simulateValues(sources, { minValues, ...simulateOptions } = {}) {
      const draft = await simulationDraft(listIn({ sources, minValues }), simulateOptions);
      const { askListSimulation } = await import('./later.js');
      return askListSimulation(account, draft, io);
    },
    async defaultQuorum(source, { signal } = {}) {
      return defaultQuorum((await ledger.current(signal)).registry, sourceIn(source));
    },
    async verify(answer, expected, { signal } = {}) {
      return (await verifyValue(verifier, { answer, signal, expected: expectedRound(expected, account?.feedOwner) })).verified;
    },
    async verifyValues(answer, expected, { signal } = {}) {
      return (await verifyValues(verifier, { answer, signal, expected: expectedRound(expected, account?.feedOwner) })).verified;
    },
    roundStatus,
    async *follow(roundId, { signal, timeoutMs = DEFAULT_FOLLOW_MS } = {}) {
      const { followToItsEnd, events } = await following();
      yield* followToItsEnd({ ...io, events }, { roundId, beginsInMs: FIRST_EVENT_MS, endMs: clock.now() + timeoutMs, signal });
    },
    info: ({ signal } = {}) => readData(io, { path: '/v1/info', signal }, isInfo),
    nodes: ({ signal } = {}) => readData(io, { path: '/v1/nodes', signal }, isNodes),
    async providers({ signal } = {}) {
      return (await readData(io, { path: '/v1/providers', signal }, hasProviders)).providers;
    },
    provider: (id, { signal } = {}) => readData(io, { path: `/v1/providers/${encodeURIComponent(id)}`, signal }, isProvider),
    feedRounds(feedId, { limit, before, signal } = {}) {
      const path = `/v1/feeds/${encodeURIComponent(feedId)}/rounds${queryText({ limit, before })}`;
      return readData(io, { path, signal }, isFeedRoundsPage);
    },
    async rounds(page = {}) {
      return required('rounds', 'has a list of rounds')(page, io);
    },
    async quota({ signal } = {}) {
      return required('quota', 'has a quota')(io, { signal });
    },
    async usage(query = {}) {
      return required('usage', 'has usage')(query, io);
    },
    async signIn({ signal } = {}) {
      return required('signIn', 'signs in: `session`')(io, { signal });
    },
    async signOut({ signal } = {}) {
      return required('signOut', 'signs in: `session`')(io, { signal });
    },
  };
}

function statusPath(roundId: string): string {
  return `/v1/rounds/${encodeURIComponent(roundId)}`;
}

/** Input and output that all calls of a client share. */
function ioOf(options: ClientOptions, fetch: Fetch): AccountIo {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, random = Math.random, clock: now = Date.now } = options;
  const gateway: GatewayHttp = createGatewayHttp({
    baseUrl: gatewayUrlIn(options.gateway),
    fetch,
    timeoutMs,
    tellsWhy: isNode(),
    onDeprecated: options.onDeprecated,
  });
  const ledger: OracleLedger =
    options.ledger === undefined
      ? createNoLedger()
      : createOracleLedger({ rpcUrl: options.ledger.rpcUrl, fetch, timeoutMs, now }, deploymentOf(options.ledger));
  const clock = createClock({ now, ledgerNow: (signal) => ledger.nowMs(signal) });
  return { gateway, ledger, clock, retry: { ...DEFAULT_RETRY, ...options.retry }, seconds: createSeconds({ random }), random, wait };
}

/** Node's `fetch` says why it fails. Pages of bundlers may have a `process` without versions. */
function isNode(): boolean {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } };
  return process?.versions?.node !== undefined;
}
