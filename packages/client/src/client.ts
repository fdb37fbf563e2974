import { defaultQuorum } from '@oracle-gateway/protocol';
import { createAggregateKeyCache } from '@oracle-gateway/schnorr';
import { createClock } from './base/clock.js';
import { ClientUsageError, GatewayError, VerificationError } from './base/errors.js';
import { DEFAULT_RETRY } from './base/retry-policy.js';
import { quorumIn, sourceAsWritten, sourceIn } from './base/source.js';
import { wait } from './base/wait.js';
import type { CallOptions, Client, Round, RoundOptions } from './client-types.js';
import { createGatewayHttp, type GatewayHttp } from './http/gateway-http.js';
import { queryText, readData } from './http/read-data.js';
import { DEFAULT_TIMEOUT_MS } from './http/read-json.js';
import { addressIn, deploymentOf } from './ledger/deployment.js';
import { createNoLedger } from './ledger/no-ledger.js';
import { createOracleLedger, type OracleLedger } from './ledger/oracle-ledger.js';
import type { ClientOptions } from './options.js';
import { hasProviders, isFeedRoundsPage, isInfo, isNodes, isProvider, isRoundStatus } from './reads/read-forms.js';
import type { RoundStatus } from './reads/reads.js';
import type { Account, AccountCall, AccountIo, EarnedRound, RoundDraft } from './rounds/account.js';
import { draftRound } from './rounds/draft-round.js';
import { createSeconds } from './rounds/seconds.js';
import { everySoOften } from './rounds/watch.js';
import { type VerifiedAnswer, verifyAnswer } from './verify/verify-answer.js';

/** Sums of keys that are remembered: one for each set of signers. */
const MAX_KEY_SUMS = 256;
/** A settlement is final about 20 s after it, and a payment in doubt is known after some minutes. */
const DEFAULT_FOLLOW_MS = 600_000;
const FIRST_EVENT_MS = 10_000;

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
  const io = ioOf(options);
  const { account } = options;
  const { ledger, clock } = io;
  const verifier = { ledger, keySums: createAggregateKeyCache({ maxEntries: MAX_KEY_SUMS }), now: () => clock.now() };

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
    const authorization = await account.authorizeRead(roundId, io, { signal });
    return readData(io, { path: statusPath(roundId), signal, headers: { authorization } }, isRoundStatus);
  }

  /** Time decides whether an answer is an old one, so that a clock that is wrong is corrected before an answer is refused for it. */
  async function verifyEarned(
    { answer, feedOwner, timestampMs, observedAtMs }: EarnedRound,
    { source, quorum, signal }: RoundDraft,
  ): Promise<VerifiedAnswer> {
    const expected = { source, quorum, owner: feedOwner, timestampMs, observedAtMs };
    try {
      return await verifyAnswer(verifier, { answer, expected, signal });
    } catch (error) {
      if (!(error instanceof VerificationError) || error.reason !== 'other_time') throw error;
      const shiftMs = await clock.correct(undefined, signal);
      if (shiftMs === 0) throw error;
      const shifted = { from: observedAtMs.from + shiftMs, to: observedAtMs.to + shiftMs };
      return verifyAnswer(verifier, { answer, expected: { ...expected, observedAtMs: shifted }, signal });
    }
  }

  async function earn(who: Account, input: Parameters<typeof draftRound>[1]): Promise<{ draft: RoundDraft; earned: EarnedRound }> {
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

  async function round(source: Parameters<Client['round']>[0], roundOptions: RoundOptions = {}): Promise<Round> {
    if (account === undefined) throw new ClientUsageError('account', 'is required to ask for a round');
    const { draft, earned } = await earn(account, { ...roundOptions, source, secretsOwner: account.secretsOwner });
    const { verified, message } = await verifyEarned(earned, draft);
    const { answer, roundId } = earned;
    return {
      ...verified,
      roundId,
      answer,
      async settled(settledOptions = {}) {
        const { waitForSettlement } = await import('./rounds/wait-for-settlement.js');
        return waitForSettlement(
          {
            ...io,
            readStatus: () => openStatus(roundId, settledOptions),
            isOnLedger: (settlement) => earned.isOnLedger({ settlement, message }, settledOptions.signal),
          },
          { ...settledOptions, roundId },
        );
      },
    };
  }

  return {
    round,
    watch(source, { everyMs, ...roundOptions }) {
      if (!Number.isFinite(everyMs) || everyMs <= 0) throw new ClientUsageError('everyMs', 'must be a positive number of milliseconds');
      const { signal } = roundOptions;
      return everySoOften({ task: () => round(source, roundOptions), now: options.clock ?? Date.now, wait }, { everyMs, signal });
    },
    async simulate(source, simulateOptions = {}) {
      const draft = await draftRound(io, { ...simulateOptions, source, secretsOwner: account?.secretsOwner });
      const { askSimulation } = await import('./simulations/ask-simulation.js');
      return askSimulation(account, draft, io);
    },
    async defaultQuorum(source, { signal } = {}) {
      return defaultQuorum((await ledger.current(signal)).registry, sourceIn(source));
    },
    async verify(answer, expected, { signal } = {}) {
      const owner = expected.owner ?? account?.feedOwner;
      const { verified } = await verifyAnswer(verifier, {
        answer,
        signal,
        expected: {
          source: sourceAsWritten(expected.source),
          quorum: quorumIn(expected.quorum),
          ...(owner === undefined ? {} : { owner: addressIn('expected.owner', owner) }),
        },
      });
      return verified;
    },
    roundStatus,
    async *follow(roundId, { signal, timeoutMs = DEFAULT_FOLLOW_MS } = {}) {
      const { followToItsEnd } = await import('./rounds/follow-round.js');
      yield* followToItsEnd(io, { roundId, beginsInMs: FIRST_EVENT_MS, endMs: clock.now() + timeoutMs, signal });
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
function ioOf(options: ClientOptions): AccountIo {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, random = Math.random, clock: now = Date.now } = options;
  const fetch = options.fetch ?? ((...call: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...call));
  const gateway: GatewayHttp = createGatewayHttp({ baseUrl: baseUrlIn(options.gateway), fetch, timeoutMs, tellsWhy: isNode() });
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

function baseUrlIn(gateway: string): string {
  if (!URL.canParse(gateway) || !/^https?:$/.test(new URL(gateway).protocol))
    throw new ClientUsageError('gateway', 'must be an http or https URL');
  return gateway.replace(/\/+$/, '');
}
