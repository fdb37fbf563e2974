import '../node-fetch.js';

import { setTimeout as wait } from 'node:timers/promises';

import { connectRedis, createOutbox, type Outbox, type RoundRecord } from '@oracle-gateway/outbox';
import { parseAddress, toHex, x402AuthorizationKey } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { PaidDemoRound } from '../../src/demo/paid-round.js';
import { newPayer, treasuryOf, type TestPayer } from './test-payer.js';
import { control, startTestWorld, type TestWorld } from './test-world.js';

/** Moments of a round at which the gateway is killed. The long form: KILL_TEST_ROUNDS=200 vitest run tests/e2e/payment-kills.test.ts. */
const MOMENTS = Number(process.env.KILL_TEST_ROUNDS ?? 20);
/** A kill meets as many rounds, each at another step; a payer may have eight whose payment is not concluded. */
const ROUNDS_A_KILL = 5;
/** Multiple of a round's time. A round takes longer beside others, and some should be paid before the kill. */
const LONGEST_LEAD = 1.5;
const QUORUM = 2;
/** The gateway asks one more than the quorum. */
const NODES = 3;
const SIGNATURE_BYTES = 64;
/** A dead process's reservations end half a minute after it, and its payments are searched for when its lease is over. */
const CONCLUDED = { interval: 250 };
/** More than any blockhash lives that a payment can have had. */
const SLOTS_OF_A_PAYMENT = 400;

let test: TestWorld;
beforeAll(async () => {
  test = await startTestWorld({ nodes: NODES });
});
afterAll(() => test.close());

interface Asked {
  readonly payer: TestPayer;
  readonly round: PaidDemoRound;
  /** Base64, as it was sent. */
  readonly payment: string;
  readonly isServed: boolean;
}

/** The bytes that the payer signed. */
function messageOf({ payment }: Pick<Asked, 'payment'>): Uint8Array {
  const { payload } = JSON.parse(Buffer.from(payment, 'base64').toString('utf8')) as { payload: { transaction: string } };
  const wire = Buffer.from(payload.transaction, 'base64');
  return wire.subarray(1 + (wire[0] ?? 0) * SIGNATURE_BYTES);
}

/** Milliseconds of a round from the request with its payment to the answer. */
async function timeOfARound(payer: TestPayer): Promise<number> {
  const round = payer.prepare({ quorum: QUORUM });
  const payment = await payer.authorize(round);
  const startedAtMs = performance.now();
  expect(await payer.ask(round, payment)).toMatchObject({ status: 200 });
  return performance.now() - startedAtMs;
}

/** Kills the gateway when rounds are under way that were begun one after the other, so that it meets each at another of its steps. */
async function askAndKill(firstMoment: number, roundMs: number): Promise<readonly Asked[]> {
  const payer = await newPayer(test);
  const moments = Array.from({ length: Math.min(ROUNDS_A_KILL, MOMENTS - firstMoment) }, (_, index) => firstMoment + index);
  // Interleaved, so that the rounds of one kill are far apart: each moment is met once over all kills.
  const stepMs = (LONGEST_LEAD * roundMs) / MOMENTS;
  const leadMs = moments.map((_, index) => (index * Math.ceil(MOMENTS / ROUNDS_A_KILL) + firstMoment / ROUNDS_A_KILL + 1) * stepMs);
  const prepared = moments.map(() => payer.prepare({ quorum: QUORUM }));
  const payments = await Promise.all(prepared.map((round) => payer.authorize(round)));
  const longestMs = Math.max(...leadMs);
  const asking = prepared.map(async (round, index): Promise<Asked> => {
    await wait(longestMs - (leadMs[index] ?? 0));
    const payment = payments[index] ?? '';
    const answer = await payer.ask(round, payment).catch(() => null);
    return { payer, round, payment, isServed: answer?.status === 200 };
  });
  await wait(longestMs);
  process.kill(test.world.manifest.pids.gateway, 'SIGKILL');
  const asked = await Promise.all(asking);
  await control(test, '/restart', { what: 'gateway' });
  return asked;
}

/** Number of times that the payment has been made. */
function landings(asked: Asked): number {
  const message = messageOf(asked);
  const landed = test.world.ledger.transactions.naming(asked.payer.address, { limit: 100 });
  return landed.filter(({ transaction, execution }) => execution.err === null && Buffer.compare(transaction.message.bytes, message) === 0)
    .length;
}

/** Record of the round that the payment was reserved for; null: none was. */
async function recordOf(outbox: Outbox, asked: Asked): Promise<RoundRecord | null> {
  const roundId = await outbox.exclusiveUser(`x402-authorization:${toHex(x402AuthorizationKey(messageOf(asked))).slice(2)}`);
  return roundId === null ? null : outbox.read(roundId);
}

it(
  `gateway killed at ${MOMENTS} moments of a paid round: money moved at most once for an authorization, never without a result on record, and nothing stays in doubt`,
  { timeout: 900_000 + MOMENTS * 15_000 },
  async () => {
    const { redisUrl, gatewayPda } = test.world.manifest;
    const redis = connectRedis(redisUrl);
    const outbox = createOutbox({ redis, gateway: parseAddress(gatewayPda), identityTtlSeconds: 600, resultTtlSeconds: 600 });
    try {
      const first = await newPayer(test);
      await timeOfARound(first);
      let roundMs = await timeOfARound(first);
      const treasury = treasuryOf(test);
      const asked: Asked[] = [];
      for (let moment = 0; moment < MOMENTS; moment += ROUNDS_A_KILL) {
        const met = await askAndKill(moment, roundMs);
        // All of them may take longer on a busy machine than the one that was measured: the next kill comes later.
        if (!met.some(({ isServed }) => isServed)) roundMs *= 2;
        asked.push(...met);
      }

      test.world.ledger.advanceSlots(SLOTS_OF_A_PAYMENT);
      const open = async (): Promise<object> => {
        const { reserved, paying } = await outbox.statistics();
        return { reserved, paying };
      };
      await expect.poll(open, CONCLUDED).toEqual({ reserved: 0, paying: 0 });

      const records = await Promise.all(asked.map((one) => recordOf(outbox, one)));
      const landed = asked.map(landings);
      expect(Math.max(...landed)).toBeLessThanOrEqual(1);
      // A round is paid exactly if its money moved; its result is there to be read.
      expect(records.map((record) => record?.state === 'paid')).toEqual(landed.map((times) => times === 1));
      const paid = records.filter((record) => record?.state === 'paid');
      expect(paid.map((record) => record.result)).toEqual(paid.map(() => expect.any(String) as string));
      expect(asked.filter(({ isServed }, index) => isServed && landed[index] !== 1)).toEqual([]);
      expect(treasuryOf(test) - treasury).toBe(BigInt(paid.length) * first.priceOf(QUORUM));
      // The kills met rounds before their payment as well as after it.
      expect(paid.length).toBeGreaterThan(0);
      expect(paid.length).toBeLessThan(asked.length);
      // A payer can pay again: no place is held in vain. Nodes that a busy machine makes late cost another try, and charge nothing.
      const [{ payer }] = asked as [Asked, ...Asked[]];
      const payAgain = (): Promise<object> => payer.pay(payer.prepare({ quorum: QUORUM }));
      await expect.poll(payAgain).toMatchObject({ status: 200 });
    } finally {
      redis.disconnect();
    }
  },
);
