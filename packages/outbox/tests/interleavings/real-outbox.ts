import { formatAddress, type RoundId } from '@oracle-gateway/protocol';
import { IllegalTransitionError, StaleTokenError, type Claim, type Outbox } from '../../src/index.js';
import { samplePayload, sampleAddress, sampleRoundId } from '../../src/testing/index.js';
import type { Outcome, Step } from './model.js';

/** One schedule's actors on a real outbox: each remembers only what it was told. */
export class RealOutbox {
  readonly roundId = sampleRoundId();
  private readonly account = `subscription:${formatAddress(sampleAddress())}`;
  private reservation: string | undefined;
  private readonly claims = new Map<'A' | 'B', Claim>();

  constructor(private readonly outbox: Outbox) {}

  async take(step: Step): Promise<Outcome> {
    switch (step) {
      case 'reserve':
        return this.reserve(this.roundId, (token) => (this.reservation = token));
      case 'rival':
        return this.reserve(sampleRoundId());
      case 'commit':
        return this.withReservation((token) =>
          this.outbox.commit({ roundId: this.roundId, token, settlement: samplePayload(), result: '{}' }),
        );
      case 'fail':
        return this.withReservation((token) => this.outbox.fail({ roundId: this.roundId, token, reason: 'failed' }));
      case 'expire':
        await this.outbox.expireReservations({ limit: 10 });
        return 'ok';
      case 'claimA':
        return this.claim('A');
      case 'claimB':
        return this.claim('B');
      case 'settleA':
        return this.withClaim('A', (claim) =>
          this.outbox.settle(claim, {
            signature: null,
            slot: 10,
            seenAtSlot: 10,
            figures: [{ account: this.account, available: 0n, slot: 10 }],
          }),
        );
      case 'lapseB':
        return this.withClaim('B', (claim) => this.outbox.lapse(claim, 'lapsed'));
    }
  }

  private async reserve(roundId: RoundId, keep: (token: string) => void = () => undefined): Promise<Outcome> {
    const holds = [{ account: this.account, units: 1, available: 1n, slot: 1, until: 'settled' as const }];
    const result = await this.outbox.reserve({ path: 'subscription', roundId, holds, deadlineMs: 0, maxInFlight: 10 });
    if (result.outcome === 'at_capacity') throw new Error('no schedule fills the outbox');
    if (result.outcome !== 'reserved') return result.outcome;
    keep(result.token);
    return 'ok';
  }

  private withReservation(move: (token: string) => Promise<void>): Promise<Outcome> {
    const token = this.reservation;
    return token === undefined ? Promise.resolve('not possible') : outcomeOf(move(token));
  }

  private async claim(worker: 'A' | 'B'): Promise<Outcome> {
    const claim = await this.outbox.claim({ roundId: this.roundId, workerId: worker, leaseMs: 0 });
    if (claim !== null) this.claims.set(worker, claim);
    return claim === null ? 'nothing' : 'ok';
  }

  private withClaim(worker: 'A' | 'B', move: (claim: Claim) => Promise<void>): Promise<Outcome> {
    const claim = this.claims.get(worker);
    return claim === undefined ? Promise.resolve('stale') : outcomeOf(move(claim));
  }
}

async function outcomeOf(command: Promise<void>): Promise<Outcome> {
  try {
    await command;
    return 'ok';
  } catch (error) {
    if (error instanceof StaleTokenError) return 'stale';
    if (error instanceof IllegalTransitionError) return `illegal ${error.state}`;
    throw error;
  }
}
