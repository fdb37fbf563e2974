import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { operations } from '@oracle-gateway/gateway-api';
import { beforeAll, describe, expect, it } from 'vitest';

import { readWalletReceipt } from '../../src/demo/x402-wallet.js';
import { projectRoot } from '../../src/base/project-root.js';
import type { FacilitatorGate } from './facilitator-gate.js';
import { facilitatorGate, ordinaryWorld } from './ordinary-world.js';
import { judged, newPayer, TestPayer, treasuryOf } from './test-payer.js';
import { control, type TestWorld } from './test-world.js';

const SOURCE_PRICE_ATOMIC = 1_000n;
const TICK_MS = 100;
const CONCLUDED = { interval: 50 };
/** The older memo program takes most of the official client's compute limit. */
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const LOADER = 'BPFLoader2111111111111111111111111111111111';

let test: TestWorld;
let gate: FacilitatorGate;
let payer: TestPayer;
beforeAll(async () => {
  test = ordinaryWorld();
  gate = facilitatorGate();
  payer = await TestPayer.create(test);
});

/** The state of a round, as any client reads it that knows the id. */
async function recordOf(roundId: string | null) {
  const answer = await test.client.call(operations.getRound, { path: { roundId: roundId ?? '' } });
  if (answer.status !== 200) throw new Error(`the record of a round: ${answer.status} ${answer.body.error}`);
  return answer.body.data;
}

function codeOf(answer: { readonly status: number; readonly body: object }): string {
  return 'code' in answer.body ? `${answer.status} ${String(answer.body.code)}` : String(answer.status);
}

describe('a round that is paid per request', () => {
  it.each([2, 5])('brings the treasury its price to the atomic unit, at quorum %d', async (quorum) => {
    const round = payer.prepare({ quorum });
    const [treasury, balance] = [treasuryOf(test), payer.balance()];
    const answer = await payer.pay(round);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body.error}`);
    expect(treasuryOf(test) - treasury).toBe(payer.priceOf(quorum));
    expect(balance - payer.balance()).toBe(payer.priceOf(quorum));
    expect(await judged(test, round, answer.body)).toHaveLength(quorum);
    expect(answer.body.data.value).toBe('64628.31');

    const { transaction } = readWalletReceipt(answer.headers);
    expect(test.world.ledger.transactions.find(transaction)?.execution.err).toBeNull();
    expect(await recordOf(answer.headers.get('x-round-id'))).toMatchObject({
      path: 'x402',
      state: 'paid',
      payment: { signature: transaction },
      result: { ...answer.body, data: { ...answer.body.data, fresh: false } },
    });
  });

  it('is what the hand-written program pays for, once though it asks twice by one name, and once more with the source', async () => {
    const script = join(projectRoot(), 'examples/without-a-client/paid-round.mjs');
    const treasury = treasuryOf(test);
    const { stdout } = await promisify(execFile)(process.execPath, [script, test.world.stateFolder.manifest]);
    expect(stdout.match(/^200 \{"status":"completed"/gm)).toHaveLength(3);
    const [first, again, other, ...none] = stdout.match(/^receipt \{"success":true.*$/gm) ?? [];
    expect([again, other === first, none]).toEqual([first, false, []]);
    expect(treasuryOf(test) - treasury).toBe(2n * payer.priceOf(3));
    expect(stdout).toContain('4 payments of 1000 atomic units signed for');
  });

  it('is served once for one authorization: of twenty uses at once one is, and one payment is made', async () => {
    const round = payer.prepare();
    const payment = await payer.authorize(round);
    const treasury = treasuryOf(test);
    const answers = await Promise.all(Array.from({ length: 20 }, () => payer.ask(round, payment)));
    const codes = answers.map(codeOf).sort();
    expect(codes).toEqual(['200', ...Array<string>(19).fill('409 authorization_used')]);
    expect(codeOf(await payer.ask(round, payment))).toBe('409 authorization_used');
    expect(treasuryOf(test) - treasury).toBe(payer.priceOf(2));
  });

  it('is one of a tick: of two authorizations in the same 100 ms one is served, and the other a tick later', async () => {
    const round = payer.prepare();
    const treasury = treasuryOf(test);
    let served = 0;
    // Whether both fall into one tick is the clock's to say.
    for (let tries = 0; tries < 20; tries += 1) {
      const first = await payer.authorize(round);
      // The same transaction unless the blockhash is another.
      test.world.ledger.advanceSlots(1);
      const second = await payer.authorize(round);
      // A round can be over within the tick it was begun in.
      await sleep(TICK_MS);
      const answers = await Promise.all([payer.ask(round, first), payer.ask(round, second)]);
      served += answers.filter(({ status }) => status === 200).length;
      const late = answers.findIndex((answer) => codeOf(answer) === '409 duplicate_tick');
      if (late === -1) continue;
      expect(answers.map(codeOf).sort()).toEqual(['200', '409 duplicate_tick']);
      await sleep(TICK_MS);
      expect(codeOf(await payer.ask(round, late === 0 ? first : second))).toBe('200');
      expect(treasuryOf(test) - treasury).toBe(BigInt(served + 1) * payer.priceOf(2));
      return;
    }
    throw new Error('no two rounds fell into one tick');
  });

  it('is paid for with the older memo program too, which takes most of what the official client allows', async () => {
    const data = await readFile(join(projectRoot(), 'packages/x402/tests/fixtures/spl_memo-3.0.0.so'));
    const newer = test.world.ledger.account(MEMO_PROGRAM);
    if (newer === null) throw new Error('there is no memo program');
    test.world.ledger.setAccount(MEMO_PROGRAM, { lamports: 1_000_000_000n, owner: LOADER, executable: true, data });
    try {
      const treasury = treasuryOf(test);
      const answer = await payer.pay(payer.prepare());
      expect(codeOf(answer)).toBe('200');
      expect(treasuryOf(test) - treasury).toBe(payer.priceOf(2));
      const logs = test.world.ledger.transactions.find(readWalletReceipt(answer.headers).transaction)?.execution.logs ?? [];
      const [, units = '0'] = logs.map((line) => /^Program Memo\w+ consumed (\d+) of/.exec(line)).find((found) => found !== null) ?? [];
      expect(Number(units)).toBeGreaterThan(10_000);
    } finally {
      test.world.ledger.setAccount(MEMO_PROGRAM, newer);
    }
  });
});

describe('a paywalled source', () => {
  it('is paid by every node with a payment of its own, at the quorum of all nodes', async () => {
    const round = payer.preparePaywalled(5);
    const sourcePayments = await payer.payTheSource(5);
    const [treasury, balance] = [treasuryOf(test), payer.balance()];
    const answer = await payer.pay({ ...round, request: { ...round.request, sourcePayments } });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body.error}`);
    expect(await judged(test, round, answer.body)).toEqual([0, 1, 2, 3, 4]);
    expect(treasuryOf(test) - treasury).toBe(payer.priceOf(5));
    expect(balance - payer.balance()).toBe(payer.priceOf(5) + 5n * SOURCE_PRICE_ATOMIC);

    // A reader of the payment could spend it.
    const logs = await Promise.all(['gateway', ...[0, 1, 2, 3, 4].map((index) => `node-${index}`)].map((name) => readLog(name)));
    expect(logs.every((log) => log.length > 0)).toBe(true);
    for (const payment of sourcePayments) expect(logs.some((log) => log.includes(payment.slice(0, 200)))).toBe(false);
  });

  it('is quoted before anything is spent where it is declared, one payment for each node that may be asked', async () => {
    const round = payer.preparePaywalled(2);
    const payment = await payer.authorize(round);
    const answer = await payer.ask({ ...round, request: { ...round.request, x402Source: true } }, payment);
    expect(answer).toMatchObject({ status: 402, body: { extensions: { upstream: { eligibleSetSize: 3, signaturesRequired: 2 } } } });
    expect(answer.body).not.toHaveProperty('extensions.upstream.error');
  });

  it('is 402 with its own terms where the request did not declare it; the authorization is spent, and nothing is paid', async () => {
    const round = payer.preparePaywalled(2);
    const payment = await payer.authorize(round);
    const treasury = treasuryOf(test);
    const answer = await payer.ask(round, payment);
    expect(codeOf(answer)).toBe('402 source_payment_required');
    const { upstream } = answer.status === 402 ? (answer.body.extensions ?? {}) : {};
    expect(JSON.parse(upstream?.error ?? '')).toMatchObject({ x402Version: 2, accepts: [{ amount: SOURCE_PRICE_ATOMIC.toString() }] });
    expect(codeOf(await payer.ask(round, payment))).toBe('409 authorization_used');
    expect(treasuryOf(test)).toBe(treasury);
  });

  it('is 402 with its reason where it refuses its payments', async () => {
    const round = payer.preparePaywalled(2);
    const sourcePayments = await payer.payTheSource(3);
    const request = { ...round.request, sourcePayments };
    expect(codeOf(await payer.pay({ ...round, request }))).toBe('200');
    // One of the three is good still, if the spare was not asked: too few for a quorum.
    const spent = async (): Promise<string> => {
      const again = payer.preparePaywalled(2);
      return codeOf(await payer.pay({ ...again, request: { ...again.request, sourcePayments } }));
    };
    expect(await spent()).toBe('402 source_payment_required');
  });

  it('is one that fails on the paths that cannot pay it', async () => {
    const { sources, registryVersion, keys } = test.world.manifest;
    const { preparePriceRound } = await import('./price-round.js');
    const round = preparePriceRound({
      sourceUrl: sources.price,
      apiConfig: { url: `${sources.paywalled}/price`, method: 'GET', responseParser: '$.price' },
      ownerKey: Uint8Array.from(keys.subscriptionOwner),
      signaturesRequired: 2,
      registryVersion,
      timestampSeconds: Math.floor(Date.now() / 1_000),
    });
    expect(codeOf(await test.client.call(operations.executeRound, { body: round.request }))).toBe('503 upstream_failure');
  });
});

describe('a facilitator that fails when it is asked to verify', () => {
  it.each(['down', 'error500', 'timeout'])(
    '%s: 503, nothing is reserved or moved, and the authorization is good afterwards',
    async (fault) => {
      const round = payer.prepare();
      const payment = await payer.authorize(round);
      const treasury = treasuryOf(test);
      await control(test, '/facilitator', { fault });
      const answer = await payer.ask(round, payment);
      expect([codeOf(answer), answer.headers.get('x-round-id')]).toEqual(['503 payment_facility_unavailable', null]);
      expect(treasuryOf(test)).toBe(treasury);
      await control(test, '/facilitator', { fault: 'none' });
      expect(codeOf(await payer.ask(round, payment))).toBe('200');
      expect(treasuryOf(test) - treasury).toBe(payer.priceOf(2));
    },
  );
});

describe('a facilitator that fails, or lies, when it settles', () => {
  it.each(['settle-then-drop', 'claim-refusal'] as const)(
    '%s: the payment is found on the ledger, and the round delivered',
    async (settling) => {
      const round = payer.prepare();
      const payment = await payer.authorize(round);
      void gate.settleAs(payment, settling);
      const treasury = treasuryOf(test);
      const answer = await payer.ask(round, payment);
      if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body.error}`);
      await judged(test, round, answer.body);
      const { transaction } = readWalletReceipt(answer.headers);
      expect(test.world.ledger.transactions.find(transaction)?.execution.err).toBeNull();
      expect(treasuryOf(test) - treasury).toBe(payer.priceOf(2));
      expect(await recordOf(answer.headers.get('x-round-id'))).toMatchObject({ state: 'paid', payment: { signature: transaction } });
    },
  );

  it('takes one payment where it is the localnet’s own: settle-then-drop', async () => {
    await control(test, '/facilitator', { fault: 'settle-then-drop' });
    const round = payer.prepare();
    const treasury = treasuryOf(test);
    expect(codeOf(await payer.ask(round, await payer.authorize(round)))).toBe('200');
    expect(treasuryOf(test) - treasury).toBe(payer.priceOf(2));
  });
});

/** Side by side, since the gateway searches for each of these payments for fifteen seconds. */
describe.concurrent('a payment whose outcome is unknown', () => {
  it('delivers no result; once it cannot land any more the round is unpaid, and no payer was charged', async ({ expect }) => {
    const doubted = await Promise.all(
      (['claim-success', 'error500'] as const).map(async (settling) => {
        const other = await newPayer(test);
        const round = other.prepare();
        const payment = await other.authorize(round);
        void gate.settleAs(payment, settling);
        const balance = other.balance();
        const answer = await other.ask(round, payment);
        return { other, balance, answer, roundId: answer.headers.get('x-round-id') };
      }),
    );
    for (const { answer, roundId } of doubted) {
      expect(codeOf(answer)).toBe('503 payment_unknown');
      expect(answer.headers.get('retry-after')).toBeNull();
      expect(answer.body).not.toHaveProperty('data');
      expect(answer.body).toMatchObject({ roundId });
      expect(await recordOf(roundId)).toMatchObject({ state: 'payment_unknown' });
      expect(await recordOf(roundId)).not.toHaveProperty('result');
    }
    // Longer than any blockhash lives that the clients can have had.
    test.world.ledger.advanceSlots(400);
    for (const { other, balance, roundId } of doubted) {
      await expect.poll(async () => (await recordOf(roundId)).state, CONCLUDED).toBe('unpaid');
      expect(await recordOf(roundId)).not.toHaveProperty('result');
      expect(other.balance()).toBe(balance);
    }
  });

  it('and that was made after all becomes paid, and its result is there', async ({ expect }) => {
    const other = await newPayer(test);
    const round = other.prepare();
    const payment = await other.authorize(round);
    const balance = other.balance();
    const settling = gate.settleAs(payment, 'hold');
    const asking = other.ask(round, payment);
    await settling;
    // A holder of the payment can bring it to the ledger, without the gateway.
    await settleByHand(payment);
    const answer = await asking;
    expect(['200', '503 payment_unknown']).toContain(codeOf(answer));
    const roundId = answer.headers.get('x-round-id');
    await expect.poll(async () => (await recordOf(roundId)).state, CONCLUDED).toBe('paid');
    expect(await recordOf(roundId)).toMatchObject({ result: { status: 'completed' } });
    expect(balance - other.balance()).toBe(other.priceOf(2));
  });
});

/** Settles a payment as the gateway would. */
async function settleByHand(payment: string): Promise<void> {
  const paymentPayload = JSON.parse(Buffer.from(payment, 'base64').toString('utf8')) as { accepted: unknown };
  const response = await fetch(`${test.world.manifest.facilitatorUrl}/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements: paymentPayload.accepted }),
  });
  expect(await response.json()).toMatchObject({ success: true });
}

async function readLog(name: string): Promise<string> {
  return readFile(test.world.stateFolder.logOf(name), 'utf8');
}
