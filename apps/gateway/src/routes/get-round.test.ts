import { isRoundPath } from '@oracle-gateway/gateway-api/internal';
import type { RoundEvidence } from '@oracle-gateway/gateway-api';
import { connectRedis, createOutbox, type Outbox } from '@oracle-gateway/outbox';
import { sampleAddress, samplePayment, sampleSigned, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { afterAll, expect, inject, it } from 'vitest';
import { repeated } from '../../tests/fakes/repeated.js';
import { sampleEvidence, sampleNestedResult } from '../../tests/fakes/sample-results.js';
import { createRecordReads } from '../answers/record-reads.js';
import { writeStoredAnswer } from '../answers/stored-answer.js';
import { getRoundEvidence } from './get-round-evidence.js';
import { getRound } from './get-round.js';

const SIGNATURE = '5'.repeat(88);
const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

/** A round whose payment is under way, and what the endpoints say of it. */
async function settlingRound(beside: RoundEvidence | null = null) {
  const outbox: Outbox = createOutbox({ redis, gateway: sampleAddress(), identityTtlSeconds: 60, resultTtlSeconds: 60 });
  const roundId = sampleRoundId();
  const reserved = await outbox.reserve({ path: 'x402', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 1 });
  if (reserved.outcome !== 'reserved') throw new Error('expected a reservation');
  const ticket = { roundId, token: reserved.token };
  await outbox.beginPayment({
    ...ticket,
    payment: samplePayment(),
    signed: sampleSigned(),
    result: writeStoredAnswer({ result: sampleNestedResult, list: null, evidence: beside, readers: null }),
    leaseMs: 60_000,
  });
  const deps = {
    records: createRecordReads(outbox),
    requireReader: () => Promise.reject(new Error('a round without readers asks for no credential')),
    isPath: isRoundPath,
  };
  const endpoint = getRound(deps);
  const request = {
    body: new Uint8Array(),
    path: { roundId },
    query: '',
    header: () => undefined,
    sender: { name: 'address:unknown', isStranger: false },
    clientGone: new AbortController().signal,
    requestId: 'request',
  };
  const read = async () => (await endpoint(request)).body;
  return { outbox, ticket, read, readEvidence: () => getRoundEvidence(deps)(request) };
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
  expect(await read()).toMatchObject({
    data: { state: 'paid', payment: { signature: SIGNATURE, slot: 7 }, result: repeated(sampleNestedResult) },
  });
});

it('a round that was not paid shows no result', async () => {
  const { outbox, ticket, read } = await settlingRound();
  await outbox.refusePayment(ticket, { reason: 'its blockhash is past' });
  const body = await read();
  expect(body).toMatchObject({ data: { state: 'unpaid', reason: 'its blockhash is past' } });
  expect(JSON.stringify(body)).not.toContain('64628.31');
});

it('the evidence of a paid round is read once it is paid, like its result', async () => {
  const { outbox, ticket, read, readEvidence } = await settlingRound(sampleEvidence);
  await expect(readEvidence()).rejects.toMatchObject({ code: 'evidence_not_found' });
  await outbox.pay(ticket, { signature: SIGNATURE, slot: null, text: null });
  expect(await readEvidence()).toMatchObject({ body: { data: sampleEvidence } });
  expect(await read()).toMatchObject({ data: { payment: { signature: SIGNATURE, slot: null }, result: repeated(sampleNestedResult) } });
});
