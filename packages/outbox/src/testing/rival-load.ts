import type { RoundId } from '@oracle-gateway/protocol';
import { setTimeout as wait } from 'node:timers/promises';
import { createOutbox } from '../commands/create-outbox.js';
import type { Outbox } from '../commands/outbox.js';
import { connectRedis } from '../connection/connect-redis.js';
import { createDurabilityWatch, type DurabilityWatch } from '../connection/durability-watch.js';
import type { OutboxLocation } from '../connection/location.js';
import type { OutboxConnection } from '../connection/scripts.js';
import { sampleAddress, samplePayload, sampleRoundId } from './samples.js';

const LANES = 4;
const ATTEMPTS = 4;
/** As long as a round may take, a lost answer is asked for again. */
const ROUND_MS = 10_000;
const PAUSE_MS = 50;

/** One process of a gateway, with connections of its own. */
export interface Rival {
  readonly redis: OutboxConnection;
  readonly confirming: OutboxConnection;
  readonly outbox: Outbox;
  readonly durability: DurabilityWatch;
  close(): void;
}

/** `minReplicas` as in `DurabilityOptions`. Rivals of one gateway serve the same rounds. */
export function openRival(location: OutboxLocation, minReplicas: number, gateway = sampleAddress()): Rival {
  const redis = connectRedis(location);
  const confirming = minReplicas === 0 ? redis : connectRedis(location);
  const options = { allowVolatile: false, durability: 'verify', minReplicas } as const;
  const durability = createDurabilityWatch({ redis, confirming, gateway, options });
  const outbox = createOutbox({ redis, confirming, gateway, identityTtlSeconds: 600, resultTtlSeconds: 600, durability });
  const close = (): void => {
    durability.close();
    redis.disconnect();
    confirming.disconnect();
  };
  return { redis, confirming, outbox, durability, close };
}

interface Served {
  readonly roundId: RoundId;
  readonly begunAtMs: number;
  readonly servedAtMs: number;
}

/**
 * Two processes serve the same rounds at the same time, each repeating what was refused, as callers do who got no answer. A served round is
 * one that a process would have answered for.
 */
export class RivalLoad {
  readonly served: Served[] = [];
  refused = 0;
  private isEnding = false;
  private readonly lanes: Promise<void>[];

  constructor(private readonly rivals: readonly Rival[]) {
    this.lanes = Array.from({ length: LANES }, () => this.serveOneAfterAnother());
  }

  /** Resolves once a round is served that was begun after now; returns after how many milliseconds. */
  async untilServedAnew(): Promise<number> {
    const now = performance.now();
    for (;;) {
      const anew = this.served.find(({ begunAtMs }) => begunAtMs > now);
      if (anew !== undefined) return anew.servedAtMs - now;
      await wait(PAUSE_MS);
    }
  }

  async untilServed(count: number): Promise<void> {
    const wanted = this.served.length + count;
    while (this.served.length < wanted) await wait(PAUSE_MS);
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await Promise.all(this.lanes);
  }

  /** Served rounds that are not on record, and rounds that were served more than once: nothing, where all is well. */
  async faults(reader: Outbox): Promise<{ readonly lost: readonly RoundId[]; readonly twice: readonly RoundId[] }> {
    const seen = new Set<RoundId>();
    const [lost, twice]: [RoundId[], RoundId[]] = [[], []];
    for (const { roundId } of this.served) {
      if (seen.has(roundId)) twice.push(roundId);
      seen.add(roundId);
      if ((await reader.read(roundId))?.state !== 'pending') lost.push(roundId);
    }
    return { lost, twice };
  }

  private async serveOneAfterAnother(): Promise<void> {
    while (!this.isEnding) {
      const roundId = sampleRoundId();
      await Promise.all(this.rivals.map((rival) => this.serve(rival, roundId)));
      await wait(PAUSE_MS / 10);
    }
  }

  private async serve({ outbox }: Rival, roundId: RoundId): Promise<void> {
    const begunAtMs = performance.now();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        const holds = [{ quotaKey: 'subscription:any', units: 1, available: 1_000_000n, slot: 1, until: 'settled' as const }];
        const reserved = await outbox.reserve({ path: 'any', roundId, holds, deadlineMs: 60_000, maxInFlight: 10_000 });
        if (reserved.outcome !== 'reserved') return;
        if (await this.commit(outbox, roundId, reserved.token)) this.served.push({ roundId, begunAtMs, servedAtMs: performance.now() });
        return;
      } catch {
        this.refused += 1;
        await wait(PAUSE_MS);
      }
    }
  }

  private async commit(outbox: Outbox, roundId: RoundId, token: string): Promise<boolean> {
    const end = performance.now() + ROUND_MS;
    while (performance.now() < end) {
      try {
        await outbox.commit({ roundId, token, settlement: samplePayload(), result: '{}' });
        return true;
      } catch (error) {
        if (error instanceof Error && ['StaleTokenError', 'UnknownRoundError', 'IllegalTransitionError'].includes(error.name)) break;
        await wait(PAUSE_MS);
      }
    }
    this.refused += 1;
    return false;
  }
}
