import { createOutbox, subscriptionAccount, type Outbox, type SettlementPayload } from '@oracle-gateway/outbox';
import { sampleAddress, samplePayload } from '@oracle-gateway/outbox/testing';
import { roundIdOf, toHex, type Address, type RoundId } from '@oracle-gateway/protocol';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import type { ClaimDependencies } from '../../src/claim.js';
import { createMetrics } from '../../src/metrics.js';
import { toRoundProof, type RoundProof } from '../../src/round-proof.js';
import type { SettleDependencies } from '../../src/settle-round.js';
import type { SettlementLedger } from '../../src/settlement-ledger.js';

export const PROGRAM_ID: Address = sampleAddress();
export const GATEWAY_AUTHORITY: Address = sampleAddress();

export interface SampleRound {
  readonly roundId: RoundId;
  readonly payload: SettlementPayload;
  readonly proof: RoundProof;
}

/** A round with a receipt address and a message of its own. */
export function sampleRound(timestampSeconds = 1_700_000_000, gatewayAuthority = GATEWAY_AUTHORITY, programId = PROGRAM_ID): SampleRound {
  const payload = samplePayload({ timestampSeconds, message: toHex(sampleAddress()), signersBitmap: `0x${'00'.repeat(31)}07` });
  const proof = toRoundProof(payload, { programId, gatewayAuthority });
  return { roundId: roundIdOf(proof.receipt), payload, proof };
}

/** An outbox of a shard that nothing else uses. */
export function emptyOutbox(redis: Redis): Outbox {
  return createOutbox({ redis, gateway: sampleAddress(), identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 });
}

/** Reserves and commits the round, as a gateway does. */
export async function commitRound(outbox: Outbox, { roundId, payload, proof }: SampleRound): Promise<void> {
  const account = subscriptionAccount(proof.subscriptionOwner);
  const holds = [{ account, units: 1, available: 10n, slot: 1, until: 'settled' as const }];
  const reserved = await outbox.reserve({ path: 'subscription', roundId, deadlineMs: 60_000, maxInFlight: 1_000, holds });
  if (reserved.outcome !== 'reserved') throw new Error(`not reserved: ${reserved.outcome}`);
  await outbox.commit({ roundId, token: reserved.token, settlement: payload, result: '{"value":"1"}' });
}

export async function pendingRound(outbox: Outbox, timestampSeconds?: number): Promise<SampleRound> {
  const round = sampleRound(timestampSeconds);
  await commitRound(outbox, round);
  return round;
}

/** What a worker has at hand, with a clock that only pauses move. */
export function workerParts(outbox: Outbox, ledger: SettlementLedger, logLines?: string[]): SettleDependencies & ClaimDependencies {
  let nowMs = 1_000_000;
  return {
    outbox,
    ledger,
    programId: PROGRAM_ID,
    gatewayAuthority: GATEWAY_AUTHORITY,
    workerId: 'worker',
    maxAttempts: 3,
    metrics: createMetrics(),
    logger: logLines === undefined ? pino({ level: 'silent' }) : pino({ level: 'debug' }, { write: (line) => logLines.push(line) }),
    pause: (ms) => {
      nowMs += ms;
      return Promise.resolve();
    },
    nowMs: () => nowMs,
    signal: new AbortController().signal,
  };
}

/** What the ledger says of the round once it is settled. */
export function receiptOf({ proof }: SampleRound, message: Uint8Array = proof.message) {
  return { value: { message, gateway: sampleAddress(), timestamp: 1n }, slot: 30, ownerMatches: true };
}

export const NO_RECEIPT = { value: null, slot: 30, ownerMatches: false } as const;

/** A subscription account as the ledger reader returns it. */
export function subscriptionRead(roundsLeft: bigint, slot: number) {
  const owner = sampleAddress();
  return {
    value: {
      maxSignatures: 3,
      owner,
      gateway: owner,
      previousGateway: null,
      gatewayChangedAt: 0n,
      roundsLeft,
      expiresAt: 0n,
      pausedAt: 0n,
      resumedAt: 0n,
      openedAt: 0n,
    },
    slot,
  };
}
