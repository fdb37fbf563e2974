import type { NestedRoundResult, RoundEvidence } from '@oracle-gateway/gateway-api';
import { connectRedis, createOutbox, type Outbox } from '@oracle-gateway/outbox';
import { sampleAddress, samplePayment, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { afterAll, expect, inject, it } from 'vitest';
import { writeStoredAnswer } from '../rounds/stored-answer.js';
import { getRoundEvidence } from './get-round-evidence.js';
import { getRound } from './get-round.js';

const SIGNATURE = '5'.repeat(88);
const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

function hex(length: number): string {
  return `0x${'ab'.repeat(length)}`;
}
const result: NestedRoundResult = {
  status: 'completed',
  data: {
    attestation: {
      payload: { value: hex(32), sourceId: hex(32), registryVersion: 1, signaturesRequired: 3, timestamp: 1_000 },
      signature: { signature: hex(32), commitment: hex(20), signersBitmap: hex(32) },
    },
    value: '64628.31',
    fresh: true,
    configHash: hex(32),
  },
};

const evidence: RoundEvidence = {
  gateway: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  feedId: hex(32),
  sourceId: hex(32),
  signaturesRequired: 3,
  registryVersion: 1,
  timestampMs: 1_000,
  eligible: [0],
  gatewayNonce: hex(16),
  attempt: 1,
  fixedAtMs: 1_001,
  observations: [{ index: 0, value: hex(32), observedAtMs: 1_000, signature: { s: hex(32), commitment: hex(20) } }],
  survivors: [0],
  signers: [{ index: 0, d: hex(33), e: hex(33) }],
  value: hex(32),
  s: hex(32),
  commitment: hex(20),
};

/** A round whose payment is under way, and what the endpoints say of it. */
async function settlingRound(beside: RoundEvidence | null = null) {
  const outbox: Outbox = createOutbox({ redis, gateway: sampleAddress(), identityTtlSeconds: 60, resultTtlSeconds: 60 });
  const roundId = sampleRoundId();
  const reserved = await outbox.reserve({ path: 'x402', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 1 });
  if (reserved.outcome !== 'reserved') throw new Error('expected a reservation');
  const ticket = { roundId, token: reserved.token };
  await outbox.sign({ ...ticket, payment: samplePayment(), result: writeStoredAnswer({ result, evidence: beside }) });
  await outbox.beginPayment(ticket, { leaseMs: 60_000 });
  const endpoint = getRound({ outbox });
  const request = {
    body: new Uint8Array(),
    path: { roundId },
    query: '',
    header: () => undefined,
    clientGone: new AbortController().signal,
  };
  const read = async () => (await endpoint(request)).body;
  return { outbox, ticket, read, readEvidence: () => getRoundEvidence({ outbox })(request) };
}

it('a payment that may have been made shows its state and why, and no result', async () => {
  const { outbox, ticket, read } = await settlingRound();
  const { roundId } = ticket;
  const common = { roundId, path: 'x402', createdAt: expect.any(Number) as number };
  expect(await read()).toEqual({ status: 'ok', data: { ...common, state: 'settling' } });
  await outbox.doubtPayment(ticket, { reason: 'no answer' });
  expect(await read()).toEqual({ status: 'ok', data: { ...common, state: 'payment_unknown', reason: 'no answer' } });
});

it('a round shows result and payment once it is paid', async () => {
  const { outbox, ticket, read } = await settlingRound();
  await outbox.pay(ticket, { signature: SIGNATURE, slot: 7, text: null });
  expect(await read()).toMatchObject({ data: { state: 'paid', payment: { signature: SIGNATURE, slot: 7 }, result } });
});

it('a round that was not paid shows no result', async () => {
  const { outbox, ticket, read } = await settlingRound();
  await outbox.refusePayment(ticket, { reason: 'its blockhash is past' });
  const body = await read();
  expect(body).toMatchObject({ data: { state: 'unpaid', reason: 'its blockhash is past' } });
  expect(JSON.stringify(body)).not.toContain('64628.31');
});

it('the evidence of a paid round is read once it is paid, like its result', async () => {
  const { outbox, ticket, read, readEvidence } = await settlingRound(evidence);
  await expect(readEvidence()).rejects.toMatchObject({ code: 'evidence_not_found' });
  await outbox.pay(ticket, { signature: SIGNATURE, slot: null, text: null });
  expect(await readEvidence()).toMatchObject({ body: { data: evidence } });
  expect(await read()).toMatchObject({ data: { payment: { signature: SIGNATURE, slot: null }, result } });
});
