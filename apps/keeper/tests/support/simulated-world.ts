import { GatewayError, TransportError, UnknownOutcomeError } from '@oracle-gateway/client';
import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { deriveFeedId, NO_OWNER, parseApiConfig, sourceSubject, unixMs } from '@oracle-gateway/protocol';
import type { HeldValue } from '../../src/feeds/decide.js';
import type { Bought, FeedClient } from '../../src/feeds/feed-client.js';
import type { FeedLedger } from '../../src/feeds/feed-ledger.js';
import type { KeptFeed } from '../../src/feeds/kept-feed.js';

export const START_MS = 1_763_683_200_000;
export const PRICE = 3_500n;

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

/** Failures at the moment. */
export interface Weather {
  isSourceDown(): boolean;
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
  /** Time of the value that the ledger had then: the period that the round was bought for. */
  readonly period: number;
}

export interface SimulatedWorld {
  clock: { ms: number };
  /** Present value of the source. */
  price: bigint;
  weather: Weather;
  held: HeldValue | null;
  readonly rounds: ServedRound[];
  /** Transactions that landed. */
  writes: number;
  /** Called before and after each step that a keeper can die at. */
  step: (point: string) => void;
  /** Tests replace single functions. */
  readonly client: { -readonly [K in keyof FeedClient]: FeedClient[K] };
  readonly ledger: { -readonly [K in keyof FeedLedger]: FeedLedger[K] };
}

/** A source, a gateway with rounds by idempotency key, and a ledger with one feed: time passes only by `clock`. */
export function createSimulatedWorld(): SimulatedWorld {
  const served = new Map<string, Bought>();
  let names = 0;

  function answerAt(name: string): Bought {
    const answer = {
      name,
      value: world.price.toString(),
      timestampMs: Math.floor(world.clock.ms / 1_000) * 1_000,
      observedAtMs: world.clock.ms,
    };
    return boughtOf(answer);
  }

  function boughtOf(answer: unknown): Bought {
    if (typeof answer !== 'object' || answer === null || !('timestampMs' in answer && 'observedAtMs' in answer) || !('value' in answer))
      throw new TypeError('no answer');
    const [timestampMs, observedAtMs] = [unixMs(Number(answer.timestampMs)), unixMs(Number(answer.observedAtMs))];
    const value = String(answer.value);
    const none = new Uint8Array(32);
    return {
      answer,
      value,
      attestation: {
        ...{ value, valuePacked: none, sourceId: none, configHash: none, timestampMs, observedAtMs },
        ...{ registryVersion: 1n, signaturesRequired: 3, signersBitmap: none, s: none, commitment: none },
      },
    };
  }

  function send(name: string): Bought {
    const known = served.get(name);
    if (known !== undefined) return known;
    if (world.weather.isGatewayDown()) throw new UnknownOutcomeError({ roundId: name }, { cause: new TransportError('gateway', 'cut') });
    if (world.weather.isSourceDown()) throw new GatewayError({ code: 'no_quorum_value', message: 'no value', status: 503, body: {} });
    if (world.weather.isEscrowEmpty()) throw new GatewayError({ code: 'escrow_underfunded', message: 'no funds', status: 402, body: {} });
    const bought = answerAt(name);
    served.set(name, bought);
    world.rounds.push({ name, period: world.held?.observedAtMs ?? 0 });
    world.step('served');
    if (world.weather.losesAnswer()) throw new UnknownOutcomeError({ roundId: name }, { cause: new TransportError('gateway', 'cut') });
    return bought;
  }

  const world: SimulatedWorld = {
    clock: { ms: START_MS },
    price: 10_000n,
    weather: FAIR,
    held: null,
    rounds: [],
    writes: 0,
    step: () => undefined,
    client: {
      dryRun() {
        if (world.weather.isGatewayDown()) return Promise.reject(new TransportError('gateway', 'cut'));
        if (world.weather.isSourceDown()) return Promise.resolve({ value: null, reason: 'no_quorum_value' });
        return Promise.resolve({ value: world.price });
      },
      async buy({ resume, onIdempotencyKey, take }) {
        if (resume !== null) {
          if (world.weather.isGatewayDown()) throw new UnknownOutcomeError({ roundId: resume });
          world.step('looked up');
          // A round that was served is not signed again.
          if (!served.has(resume)) await take(PRICE);
          return send(resume);
        }
        names += 1;
        const name = `round-${names}`;
        world.step('before naming');
        await onIdempotencyKey(name);
        world.step('before paying');
        await take(PRICE);
        world.step('before sending');
        return send(name);
      },
      verify: (answer) => Promise.resolve(boughtOf(answer)),
    },
    ledger: {
      read() {
        if (world.weather.isRpcDown()) return Promise.reject(new LedgerUnavailableError('getMultipleAccounts', 'down'));
        return Promise.resolve(world.held);
      },
      submit(_feed, { observedAtMs, value }) {
        world.step('before submitting');
        if (world.weather.isRpcDown()) return Promise.reject(new LedgerUnavailableError('sendTransaction', 'down'));
        if (world.held !== null && world.held.observedAtMs >= observedAtMs) return Promise.resolve({ kind: 'not-newer' });
        world.held = { value: BigInt(value), observedAtMs, isEnded: false };
        world.writes += 1;
        world.step('landed');
        if (world.weather.losesLanding()) return Promise.reject(new LedgerUnavailableError('getSignatureStatuses', 'cut'));
        return Promise.resolve({ kind: 'written', signature: `signature-${world.writes}` });
      },
    },
  };
  return world;
}

/** A keeper that dies: nothing that it does after this is done. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** The most rounds that were bought for one period. */
export function mostPerPeriod(rounds: readonly ServedRound[]): number {
  const counts = new Map<number, number>();
  for (const { period } of rounds) counts.set(period, (counts.get(period) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
