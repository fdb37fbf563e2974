import { GatewayError, TransportError, UnknownOutcomeError, VerificationError } from '@oracle-gateway/client';
import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { deriveFeedId, fromHex, NO_OWNER, parseApiConfig, toHex, unixMs } from '@oracle-gateway/protocol';
import { equalBytes, type Subject, sourceSubject } from '@oracle-gateway/protocol/internal';
import type { HeldValue } from '../../src/feeds/decide.js';
import type { Bought, BoughtValue, FeedClient } from '../../src/feeds/feed-client.js';
import type { KeptFeed } from '../../src/feeds/kept-feed.js';
import type { Target } from '../../src/feeds/target.js';

export const START_MS = 1_763_683_200_000;
export const PRICE = 3_500n;
/** Distance of the values of two feeds of one world that follow one another. */
export const APART = 1_000_000n;
/** Feeds that a transaction of a simulated ledger writes. */
const FEEDS_PER_TRANSACTION = 5;

let feeds = 0;

/** A feed of its own, so that tests of one Redis do not meet. */
export function simulatedFeed(changes: Partial<KeptFeed> = {}): KeptFeed {
  feeds += 1;
  const subject = sourceSubject(
    parseApiConfig({ url: `https://source.example/${process.pid}/${feeds}`, method: 'GET', responseParser: '$.price' }),
  );
  const { sourceId } = subject;
  return {
    name: `feed-${feeds}`,
    account: 'escrow',
    targets: ['ledger'],
    isAlone: false,
    feedId: deriveFeedId({ owner: NO_OWNER, sourceId, signaturesRequired: 3 }),
    sourceId,
    feedOwner: NO_OWNER,
    subject,
    quorum: 3,
    rule: { heartbeatMs: 300_000, leadMs: 75_000, deviationBps: 50 },
    checkIntervalMs: 15_000,
    maxPerDay: null,
    ...changes,
  };
}

/** So many feeds of one account. */
export function simulatedFeeds(count: number, changes: Partial<KeptFeed> = {}): readonly [KeptFeed, ...KeptFeed[]] {
  return [simulatedFeed(changes), ...Array.from({ length: count - 1 }, () => simulatedFeed(changes))];
}

/** Failures at the moment. */
export interface Weather {
  /** Whether the source of the feed at this place of the world fails. */
  isSourceDown(place: number): boolean;
  isGatewayDown(): boolean;
  isRpcDown(): boolean;
  /** The gateway refuses the round because the escrow is empty. */
  isEscrowEmpty(): boolean;
  /** The gateway serves the round, and its answer is lost. */
  losesAnswer(): boolean;
  /** The transaction lands, and the server's answer is lost. */
  losesLanding(): boolean;
}

export const FAIR: Weather = {
  isSourceDown: () => false,
  isGatewayDown: () => false,
  isRpcDown: () => false,
  isEscrowEmpty: () => false,
  losesAnswer: () => false,
  losesLanding: () => false,
};

/** One round that the gateway served, and so charged. */
export interface ServedRound {
  readonly name: string;
  /** Places of its feeds, each with the time of the value that the ledger had then: the period that the round was bought for. */
  readonly feeds: readonly { readonly place: number; readonly period: number }[];
}

export interface SimulatedWorld {
  clock: { ms: number };
  /** Present value of the first source. Each of the others is APART from the one before. */
  price: bigint;
  weather: Weather;
  /** Value of the first feed on the ledger. */
  held: HeldValue | null;
  /** Values of all feeds on the ledger. */
  readonly heldAt: (HeldValue | null)[];
  readonly rounds: ServedRound[];
  /** Dry runs, by the number of their sources. */
  readonly dryRuns: number[];
  /** Transactions that landed. */
  writes: number;
  /** Called before and after each step that a keeper can die at. */
  step: (point: string) => void;
  /** Tests replace single functions. */
  readonly client: { -readonly [K in keyof FeedClient]: FeedClient[K] };
  readonly ledger: { -readonly [K in keyof Target]: Target[K] };
}

interface Answer {
  readonly sourceId: string;
  readonly timestampMs: number;
  readonly observedAtMs: number;
  /** Null where a source has none. */
  readonly values: readonly (string | null)[];
}

/**
 * Sources, a gateway with rounds by idempotency key, and a ledger with the feeds: time passes only by `clock`. A world of one feed needs no
 * `kept`.
 */
export function createSimulatedWorld(kept: readonly KeptFeed[] = []): SimulatedWorld {
  const served = new Map<string, Bought>();
  let names = 0;

  /** Places of a subject's sources in the world. */
  function placesOf({ sources }: Pick<Subject, 'sources'>): readonly number[] {
    return sources.map(({ sourceId }) =>
      Math.max(
        0,
        kept.findIndex((feed) => equalBytes(feed.sourceId, sourceId)),
      ),
    );
  }

  function priceOf(place: number): bigint {
    return world.price + BigInt(place) * APART;
  }

  function answerAt(subject: Subject): Answer {
    const values = placesOf(subject).map((place) => (world.weather.isSourceDown(place) ? null : priceOf(place).toString()));
    const { ms } = world.clock;
    return { sourceId: toHex(subject.sourceId), timestampMs: Math.floor(ms / 1_000) * 1_000, observedAtMs: ms, values };
  }

  function boughtOf(subject: Subject, answer: unknown): Bought {
    if (!isAnswer(answer) || answer.sourceId !== toHex(subject.sourceId))
      throw new VerificationError('other_source', 'no answer of this subject');
    const [timestampMs, observedAtMs] = [unixMs(answer.timestampMs), unixMs(answer.observedAtMs)];
    const none = new Uint8Array(32);
    return {
      answer,
      values: answer.values.map((value): BoughtValue =>
        value === null ? { value, reason: 'upstream_failure' } : { value, packed: packed(BigInt(value)) },
      ),
      attestation: {
        ...{ value: answer.values[0] ?? '', valuePacked: none, sourceId: subject.sourceId, configHash: none, timestampMs, observedAtMs },
        ...{ registryVersion: 1n, signaturesRequired: 3, signersBitmap: none, s: none, commitment: none },
      },
    };
  }

  /** A round is the same where its name and its question are. */
  function idOf(name: string, { sourceId }: Subject): string {
    return `${name} ${toHex(sourceId)}`;
  }

  function send(name: string, subject: Subject): Bought {
    const known = served.get(idOf(name, subject));
    if (known !== undefined) return known;
    if (world.weather.isGatewayDown()) throw new UnknownOutcomeError({ roundId: name }, { cause: new TransportError('gateway', 'cut') });
    const answer = answerAt(subject);
    if (answer.values.every((value) => value === null))
      throw new GatewayError({ code: 'no_quorum_value', message: 'no value', status: 503, body: {} });
    if (world.weather.isEscrowEmpty()) throw new GatewayError({ code: 'escrow_underfunded', message: 'no funds', status: 402, body: {} });
    const bought = boughtOf(subject, answer);
    served.set(idOf(name, subject), bought);
    world.rounds.push({ name, feeds: placesOf(subject).map((place) => ({ place, period: world.heldAt[place]?.observedAtMs ?? 0 })) });
    world.step('served');
    if (world.weather.losesAnswer()) throw new UnknownOutcomeError({ roundId: name }, { cause: new TransportError('gateway', 'cut') });
    return bought;
  }

  const world: SimulatedWorld = {
    clock: { ms: START_MS },
    price: 10_000n,
    weather: FAIR,
    get held() {
      return world.heldAt[0] ?? null;
    },
    set held(value) {
      world.heldAt[0] = value;
    },
    heldAt: [],
    rounds: [],
    dryRuns: [],
    writes: 0,
    step: () => undefined,
    client: {
      others: 0,
      dryRun(subject) {
        if (world.weather.isGatewayDown()) return Promise.reject(new TransportError('gateway', 'cut'));
        const places = placesOf(subject);
        world.dryRuns.push(places.length);
        return Promise.resolve(
          places.map((place) =>
            world.weather.isSourceDown(place) ? { value: null, reason: 'no_quorum_value' } : { value: priceOf(place) },
          ),
        );
      },
      async buy(subject, { resume, onIdempotencyKey, take }) {
        const price = PRICE * BigInt(subject.sources.length);
        if (resume !== null) {
          if (world.weather.isGatewayDown()) throw new UnknownOutcomeError({ roundId: resume });
          world.step('looked up');
          // A round that was served is not signed again.
          if (!served.has(idOf(resume, subject))) await take(price);
          return send(resume, subject);
        }
        names += 1;
        const name = `round-${names}`;
        world.step('before naming');
        await onIdempotencyKey(name);
        world.step('before paying');
        await take(price);
        world.step('before sending');
        return send(name, subject);
      },
      verify: async (subject, answer) => Promise.resolve(boughtOf(subject, answer)),
    },
    ledger: {
      name: 'ledger',
      read(feed) {
        if (world.weather.isRpcDown()) return Promise.reject(new LedgerUnavailableError('getMultipleAccounts', 'down'));
        return Promise.resolve(world.heldAt[placesOf({ sources: [feed.subject.sources[0]!] })[0]!] ?? null);
      },
      payerWrites: () => (world.weather.isRpcDown() ? Promise.reject(new Error('down')) : Promise.resolve(9)),
      async submit({ subject, places }, { attestation: { observedAtMs }, values }) {
        const at = placesOf(subject);
        const signatures: (string | null)[] = places.map(() => null);
        const older = places.flatMap(({ feed }, place) => {
          const held = world.heldAt[at[place]!];
          return feed !== null && values[place]?.value !== null && (held?.observedAtMs ?? 0) < observedAtMs ? [place] : [];
        });
        // Transactions that are sent at once land in turn.
        for (let sent = 0; sent < Math.max(1, older.length); sent += FEEDS_PER_TRANSACTION) {
          await Promise.resolve();
          world.step('before submitting');
          if (world.weather.isRpcDown()) throw new LedgerUnavailableError('sendTransaction', 'down');
          if (older.length === 0) break;
          world.writes += 1;
          for (const place of older.slice(sent, sent + FEEDS_PER_TRANSACTION)) {
            const value = values[place]?.value;
            if (typeof value !== 'string') throw new TypeError('a feed without a value is not written');
            world.heldAt[at[place]!] = { value: BigInt(value), observedAtMs, isEnded: false };
            signatures[place] = `signature-${world.writes}`;
          }
          world.step('landed');
          if (world.weather.losesLanding()) throw new LedgerUnavailableError('getSignatureStatuses', 'cut');
        }
        return { kind: 'brought', signatures };
      },
    },
  };
  return world;
}

function packed(number: bigint): Uint8Array {
  return fromHex(`0x${number.toString(16).padStart(64, '0')}`, 32);
}

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'sourceId' in answer && 'values' in answer;
}

/** A keeper that dies: nothing that it does after this is done. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** The most rounds that were bought for one period of one feed. */
export function mostPerPeriod(rounds: readonly ServedRound[]): number {
  const counts = new Map<string, number>();
  for (const { feeds: bought } of rounds)
    for (const { place, period } of bought) counts.set(`${place} ${period}`, (counts.get(`${place} ${period}`) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
