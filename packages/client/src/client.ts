import { deriveSourceId, secretNames } from '@oracle-gateway/protocol';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { toHex } from '@oracle-gateway/protocol';
import { createAggregateKeyCache } from '@oracle-gateway/schnorr';
import type { Account, AccountIo, RoundDraft } from './account.js';
import { createClock } from './clock.js';
import { ClientUsageError, TransportError } from './errors.js';
import { createGatewayHttp } from './http/gateway-http.js';
import { memberOf } from './json.js';
import { addressIn, createOracleLedger, deploymentOf } from './ledger/oracle-ledger.js';
import { type ClientOptions, DEFAULT_RETRY, DEFAULT_TIMEOUT_MS } from './options.js';
import type { Info, Nodes, Page, Provider, Providers, Quota, RoundsPage, RoundStatus } from './reads.js';
import { createSeconds } from './rounds/seconds.js';
import { type Settlement, waitForSettlement } from './settlement.js';
import type { Simulation } from './simulation.js';
import { type ApiConfigInput, quorumIn, sourceIn } from './source.js';
import { type VerifiedValue, verifyAnswer } from './verify/verify-answer.js';
import type { Expected } from './verify/verify-from-ledger.js';
import { wait } from './wait.js';
import { everySoOften } from './watch.js';
import { MIN_TOLERANCE_QUORUM } from '@oracle-gateway/protocol';

export interface RoundOptions {
  /** How many nodes sign; the smallest quorum of the ledger's registry unless set. */
  readonly quorum?: number;
  /** By the name of the placeholder `{{secret.<name>}}`. They are sealed for the nodes of the ledger's registry; the gateway cannot read them. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A verified value and its round. */
export interface Round extends VerifiedValue {
  readonly roundId: string;
  /** The gateway's answer as received: store it, `verify` and `verifyFromLedger` take it. */
  readonly answer: unknown;
  /**
   * Resolves when the round is settled on the ledger, or its payment has landed.
   *
   * @param options `timeoutMs`: two minutes unless set
   * @throws NotSettledError, UnknownOutcomeError when the time is up
   */
  settled(options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number }): Promise<Settlement>;
}

export interface Client {
  round(source: ApiConfigInput, options?: RoundOptions): Promise<Round>;
  watch(
    source: ApiConfigInput,
    options: {
      readonly everyMs: number;
      readonly quorum?: number;
      readonly secrets?: Readonly<Record<string, string>>;
      readonly signal?: AbortSignal;
    },
  ): AsyncIterable<Round>;
  simulate(source: ApiConfigInput, options?: RoundOptions): Promise<Simulation>;
  verify(answer: unknown, expected: Expected): Promise<VerifiedValue>;
  roundStatus(roundId: string, options?: { readonly signal?: AbortSignal }): Promise<RoundStatus>;
  info(): Promise<Info>;
  nodes(): Promise<Nodes>;
  providers(): Promise<Providers>;
  provider(id: string): Promise<Provider>;
  feedRounds(feedId: string, page?: Page): Promise<RoundsPage>;
  rounds(page?: Page): Promise<RoundsPage>;
  quota(): Promise<Quota>;
}

/** Aggregate keys that are remembered: one for each set of signers. */
const MAX_KEY_SUMS = 256;
const SECRETS_LIFE_SECONDS = 3_600;

export function createClient(options: ClientOptions): Client {
  const { account, timeoutMs = DEFAULT_TIMEOUT_MS, random = Math.random } = options;
  const fetch = options.fetch ?? ((...call: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...call));
  const machineNow = options.clock ?? Date.now;
  const baseUrl = baseUrlIn(options.gateway);
  const deployment = deploymentOf(options.ledger);
  const ledger = createOracleLedger({ rpcUrl: options.ledger.rpcUrl, fetch, timeoutMs, now: machineNow }, deployment);
  const clock = createClock({ now: machineNow, ledgerNow: ledger.nowMs });
  const gateway = createGatewayHttp({ baseUrl, fetch, timeoutMs });
  const keySums = createAggregateKeyCache({ maxEntries: MAX_KEY_SUMS });
  const retry = { ...DEFAULT_RETRY, ...options.retry };
  const io: AccountIo = { gateway, ledger, retry, clock, seconds: createSeconds({ random }), random, wait };
  const verifier = { ledger, keySums, now: clock.now };

  async function read<T>(
    path: string,
    isData: (data: unknown) => data is T,
    input: { headers?: Record<string, string>; signal?: AbortSignal | undefined } = {},
  ): Promise<T> {
    const { body } = await gateway.ask({ method: 'GET', path, ...input });
    const data = memberOf(body, 'data');
    if (!isData(data)) throw new TransportError('gateway', `the gateway answered ${path} without data`);
    return data;
  }

  async function roundStatus(roundId: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<RoundStatus> {
    const path = `/v1/rounds/${encodeURIComponent(roundId)}`;
    const status = await read(path, isMembers<RoundStatus>, { signal });
    if (status.private !== true || account?.authorizeRead === undefined) return status;
    const authorization = await account.authorizeRead(roundId, io, signal);
    return read(path, isMembers<RoundStatus>, { signal, headers: { authorization } });
  }

  async function draftOf(input: ApiConfigInput, { quorum, secrets, signal }: RoundOptions, who: Account | undefined): Promise<RoundDraft> {
    const source = sourceIn(input);
    const names = secretNames(source);
    const { registry } = await ledger.current(signal);
    const smallest = Math.max(registry.minSigners, source.aggregation === undefined ? 1 : MIN_TOLERANCE_QUORUM);
    const draft = {
      source,
      sourceId: deriveSourceId(source),
      quorum: quorumIn(quorum ?? smallest),
      ...(signal === undefined ? {} : { signal }),
    };
    if (secrets === undefined) {
      if (names.length > 0) throw new ClientUsageError('secrets', `the source asks for ${names.join(', ')}`);
      return draft;
    }
    const nodes = (await ledger.nodeKeys(registry, signal)).map(({ index, encryptionKey }) => ({
      index,
      encryptionPublicKey: toHex(encryptionKey),
    }));
    const notAfter = Math.floor(clock.now() / 1000) + SECRETS_LIFE_SECONDS;
    const owner = who?.secretsOwner === undefined ? {} : { owner: who.secretsOwner };
    return { ...draft, encKeyBundle: sealSecrets({ apiConfig: source, nodes, secrets, notAfter, ...owner }) };
  }

  async function round(input: ApiConfigInput, roundOptions: RoundOptions = {}): Promise<Round> {
    if (account === undefined) throw new ClientUsageError('account', 'is required to ask for a round');
    const { signal } = roundOptions;
    const draft = await draftOf(input, roundOptions, account);
    const earned = await account.earn(draft, io);
    const { answer, roundId, feedOwner, signedAtMs } = earned;
    const expected = { source: draft.source, quorum: draft.quorum, owner: feedOwner, signedAtMs };
    const verified = await verifyAnswer(verifier, { answer, expected, signal });
    return {
      ...verified,
      roundId,
      answer,
      settled: (settledOptions = {}) =>
        waitForSettlement({ ...io, readStatus: () => roundStatus(roundId, settledOptions) }, { roundId, ...settledOptions }),
    };
  }

  return {
    round,
    watch(source, { everyMs, ...roundOptions }) {
      if (!Number.isFinite(everyMs) || everyMs <= 0) throw new ClientUsageError('everyMs', 'must be a positive number of milliseconds');
      return everySoOften({ task: () => round(source, roundOptions), now: machineNow, wait }, { everyMs, signal: roundOptions.signal });
    },
    simulate: () => Promise.reject(new ClientUsageError('simulate', 'is not served yet')),
    verify(answer, { source, owner: ownerText, quorum }) {
      const owner = ownerText ?? account?.feedOwner;
      const expected = {
        source: sourceIn(source),
        quorum: quorumIn(quorum),
        ...(owner === undefined ? {} : { owner: addressIn('expected.owner', owner) }),
      };
      return verifyAnswer(verifier, { answer, expected });
    },
    roundStatus,
    info: () => read('/v1/info', isMembers<Info>),
    nodes: () => read('/v1/nodes', isMembers<Nodes>),
    providers: async () => (await read('/v1/providers', isMembers<{ readonly providers: Providers }>)).providers,
    provider: (id) => read(`/v1/providers/${encodeURIComponent(id)}`, isMembers<Provider>),
    feedRounds: (feedId, page) => read(`/v1/feeds/${encodeURIComponent(feedId)}/rounds${queryOf(page)}`, isMembers<RoundsPage>),
    rounds(page = {}) {
      if (account?.rounds === undefined) throw new ClientUsageError('account', 'is required to list its rounds');
      return account.rounds(page, io);
    },
    quota() {
      if (account?.quota === undefined) throw new ClientUsageError('account', 'is required to read what is left');
      return account.quota(io);
    },
  };
}

function isMembers<T extends object>(data: unknown): data is T {
  return typeof data === 'object' && data !== null;
}

function queryOf({ limit, before }: Page = {}): string {
  const query = new URLSearchParams();
  if (limit !== undefined) query.set('limit', String(limit));
  if (before !== undefined) query.set('before', before);
  return query.size === 0 ? '' : `?${query}`;
}

function baseUrlIn(gateway: string): string {
  if (!URL.canParse(gateway) || !/^https?:$/.test(new URL(gateway).protocol))
    throw new ClientUsageError('gateway', 'must be an http or https URL');
  return gateway.replace(/\/+$/, '');
}
