import { quotaKey, createOutbox, type Outbox, type OutboxConnection, type SettlementPayload } from '@oracle-gateway/outbox';
import { sampleAddress, samplePayload } from '@oracle-gateway/outbox/testing';
import {
  agentRoundAddress,
  roundAddress,
  roundIdOf,
  unixSeconds,
  type Address,
  type RoundId,
  type SourceId,
} from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import type { Redis } from 'ioredis';
import { toRoundProof, type RoundProof } from '../../src/pass/round-proof.js';

export const PROGRAM_ID: Address = sampleAddress();
export const GATEWAY_AUTHORITY: Address = sampleAddress();
export const MINT: Address = sampleAddress();
/** The Gateway account of that authority. */
export const GATEWAY: Address = gatewayAddress(PROGRAM_ID, GATEWAY_AUTHORITY);

export interface SampleRound {
  readonly roundId: RoundId;
  readonly owner: Address;
  readonly payload: SettlementPayload;
  readonly proof: RoundProof;
}

/** A round with a receipt address and a message of its own. */
export function sampleRound(
  timestampSeconds = 1_700_000_000,
  gatewayAuthority = GATEWAY_AUTHORITY,
  programId = PROGRAM_ID,
  owner = sampleAddress(),
): SampleRound {
  const payload = samplePayload({
    timestampSeconds,
    charge: { kind: 'subscription', subscriptionOwner: owner, feedOwner: owner },
    sourceId: sampleAddress() as Uint8Array as SourceId,
    message: sampleAddress(),
    signersBitmap: Uint8Array.from({ length: 32 }, (_, index) => (index === 31 ? 7 : 0)),
  });
  const receipt = roundAddress({
    programId,
    feedOwner: owner,
    sourceId: payload.sourceId,
    signaturesRequired: payload.signaturesRequired,
    timestampSeconds: unixSeconds(timestampSeconds),
  });
  const roundId = roundIdOf(receipt);
  const proof = toRoundProof(roundId, payload, {
    programId,
    gateway: gatewayAddress(programId, gatewayAuthority),
    gatewayAuthority,
    mint: MINT,
    keyForm: { form: 'sum', aggregateKey: payload.aggregateKey },
  });
  return { roundId, owner, payload, proof };
}

/** A round that an escrow of this payer pays for. */
export function sampleAgentRound(
  payer: Address = sampleAddress(),
  timestampSeconds = 1_700_000_000,
): Pick<SampleRound, 'roundId' | 'payload'> & { readonly payer: Address } {
  const payload = samplePayload({
    timestampSeconds,
    charge: { kind: 'escrow', payer, amountAtomic: 2_500n, requestSignature: new Uint8Array(64).fill(0xcd) },
    sourceId: sampleAddress() as Uint8Array as SourceId,
    message: sampleAddress(),
    signersBitmap: Uint8Array.from({ length: 32 }, (_, index) => (index === 31 ? 7 : 0)),
  });
  const round = agentRoundAddress({
    programId: PROGRAM_ID,
    payer,
    gateway: GATEWAY,
    sourceId: payload.sourceId,
    signaturesRequired: payload.signaturesRequired,
    canonicalTimestampSeconds: unixSeconds(timestampSeconds),
  });
  return { roundId: roundIdOf(round), payer, payload };
}

/** An outbox of a shard that nothing else uses. */
export function emptyOutbox(redis: Redis): Outbox {
  return createOutbox({ redis, gateway: sampleAddress(), identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 });
}

/** Reserves and commits the round, as a gateway does. */
export async function commitRound(
  outbox: Outbox,
  { roundId, owner, payload }: Pick<SampleRound, 'roundId' | 'owner' | 'payload'>,
  more: { readonly held?: true } = {},
): Promise<void> {
  const hold = { quotaKey: quotaKey('subscription', owner), units: 1, available: 10n, slot: 1, until: 'settled' } as const;
  const reserved = await outbox.reserve({ path: 'subscription', roundId, deadlineMs: 60_000, maxInFlight: 10_000, holds: [hold] });
  if (reserved.outcome !== 'reserved') throw new Error(`not reserved: ${reserved.outcome}`);
  await outbox.commit({ roundId, token: reserved.token, settlement: payload, result: '{"value":"1"}', ...more });
}

/** A round of a gateway whose settlement is switched off. */
export async function heldRound(outbox: Outbox): Promise<SampleRound> {
  const round = sampleRound();
  await commitRound(outbox, round, { held: true });
  return round;
}

export async function pendingRound(outbox: Outbox, timestampSeconds?: number): Promise<SampleRound> {
  const round = sampleRound(timestampSeconds);
  await commitRound(outbox, round);
  return round;
}

/** Makes a record as old by Redis' clock as a test needs it. */
export async function age(redis: OutboxConnection, roundId: RoundId, byMs: number): Promise<void> {
  const [key] = await redis.keys(`*:round:${roundId}`);
  if (key === undefined) throw new Error('no record');
  await redis.hset(key, 'createdAtMs', Date.now() - byMs);
}
