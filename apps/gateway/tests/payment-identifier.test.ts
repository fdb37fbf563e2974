import type { ExecuteX402RoundRequest } from '@oracle-gateway/gateway-api';
import { outboxPrefix } from '@oracle-gateway/outbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Status, type TestFacilitator } from './fakes/facilitator.js';
import { codeOf, offerOf, startPaidWorld } from './fakes/paid-world.js';
import { repeated } from './fakes/repeated.js';
import { postX402, type RawAnswer } from './fakes/post.js';
import { holdNodes, NETWORK, type World } from './fakes/world.js';
import { createX402Payer, headerOf, type TransactionChanges, type X402Payer, x402Request } from './fakes/x402-payer.js';
import { PRICE_SOURCE } from './fakes/consumer.js';

let world: World;
let facilitator: TestFacilitator;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ world, facilitator, close } = await startPaidWorld());
});
afterAll(() => close());
beforeEach(() => {
  facilitator.onSettle = (call) => ({ success: true, transaction: facilitator.land(call), network: NETWORK, payer: '' });
});

let identifiers = 0;
function newIdentifier(): string {
  identifiers += 1;
  return `pay_${String(identifiers).padStart(32, '0')}`;
}

/** Asks with a payment of its own that names what it pays for so, beside all that the 402 says. */
async function ask(
  payer: X402Payer,
  id: string,
  request: ExecuteX402RoundRequest = x402Request(),
  changes: TransactionChanges = {},
): Promise<RawAnswer> {
  const asked = await postX402(world.url, request);
  const terms = offerOf(asked);
  const { 'payment-identifier': declared, ...others } = asked.body['extensions'] as Record<string, { info: object }>;
  const extensions = { ...others, 'payment-identifier': { ...declared, info: { ...declared?.info, id } } };
  return postX402(world.url, request, headerOf({ ...payer.payment(terms, changes), extensions }));
}

function told({ status, body, headers }: RawAnswer) {
  return { status, body, roundId: headers.get('x-round-id'), receipt: headers.get('payment-response') };
}

function repeatOf(answer: RawAnswer) {
  return { ...told(answer), body: repeated(answer.body) };
}

describe('a payment that names what it pays for', () => {
  it('is made once: asked for again with another payment, the answer is repeated, receipt and all', async () => {
    const [payer, id] = [createX402Payer(), newIdentifier()];
    const settled = facilitator.settled.length;
    const first = await ask(payer, id);
    expect(first.status).toBe(200);
    for (let again = 0; again < 2; again += 1) expect(told(await ask(payer, id))).toEqual(repeatOf(first));
    expect(facilitator.settled).toHaveLength(settled + 1);
  });

  it('is made once where many are sent at once', async () => {
    const [payer, id] = [createX402Payer(), newIdentifier()];
    const settled = facilitator.settled.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(payer, id)));
    const served = answers.filter(({ status }) => status === 200);
    expect(served.length).toBeGreaterThan(0);
    expect(new Set(served.map((answer) => JSON.stringify(repeatOf(answer)))).size).toBe(1);
    expect(served.filter(({ body }) => (body['data'] as { fresh: boolean }).fresh)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(others.map(codeOf)).toEqual(others.map(() => [409, 'payment_identifier_used']));
    expect(facilitator.settled).toHaveLength(settled + 1);
  });

  it('belongs to another caller with another payer', async () => {
    const id = newIdentifier();
    const rounds = [await ask(createX402Payer(), id), await ask(createX402Payer(), id)].map(told);
    expect(rounds.map(({ status }) => status)).toEqual([200, 200]);
    expect(rounds[0]?.roundId).not.toBe(rounds[1]?.roundId);
  });

  it.each([
    ['source', { apiConfig: { ...PRICE_SOURCE, url: 'https://other.example/' } }],
    ['quorum', { signatures_required: 3 }],
  ])('is 409 for another %s, which is not told the round; the payment stays good', async (_, changes) => {
    const [payer, id] = [createX402Payer(), newIdentifier()];
    const first = await ask(payer, id);
    const settled = facilitator.settled.length;
    const other = await ask(payer, id, x402Request(changes));
    expect(codeOf(other)).toEqual([409, 'payment_identifier_used']);
    expect(JSON.stringify([other.body, ...other.headers])).not.toContain(first.headers.get('x-round-id'));
    expect(facilitator.settled).toHaveLength(settled);
  });

  it('of a round that failed is free at once: another payment under it is made', async () => {
    const [payer, id] = [createX402Payer(), newIdentifier()];
    for (const node of world.nodes) node.fault = 'upstream';
    const failed = await ask(payer, id);
    for (const node of world.nodes) node.fault = 'none';
    expect(codeOf(failed)).toEqual([503, 'upstream_failure']);
    const settled = facilitator.settled.length;
    // Another quorum: the tick of the round that failed may not be over yet.
    const again = await ask(payer, id, x402Request({ signatures_required: 3 }));
    expect(again.status).toBe(200);
    expect(again.headers.get('x-round-id')).not.toBe(failed.body['roundId']);
    expect(told(await ask(payer, id, x402Request({ signatures_required: 3 })))).toEqual(repeatOf(again));
    expect(facilitator.settled).toHaveLength(settled + 1);
  });

  it('of a round that failed is made once where many take it again at once', async () => {
    const [payer, id] = [createX402Payer(), newIdentifier()];
    for (const node of world.nodes) node.fault = 'upstream';
    expect(codeOf(await ask(payer, id))).toEqual([503, 'upstream_failure']);
    for (const node of world.nodes) node.fault = 'none';
    const settled = facilitator.settled.length;
    const request = x402Request({ signatures_required: 4 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(payer, id, request)));
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ headers }) => headers.get('x-round-id'))).size).toBe(1);
    expect(facilitator.settled).toHaveLength(settled + 1);
  });

  it.each<[string, TransactionChanges]>([
    ['no payer has signed', { isSigned: false }],
    ['another payer has signed', {}],
    ['its payer has not bound to this request', { memo: 'ab'.repeat(16) }],
  ])('is 409 with a transaction that %s, which is not told the round, whatever state that is in', async (_, changes) => {
    const [payer, id] = [createX402Payer(), newIdentifier()];
    const stranger = changes.isSigned === undefined && changes.memo === undefined ? createX402Payer() : payer;
    const open = holdNodes(world);
    const first = ask(payer, id);
    await expect.poll(() => world.redis.keys(`${outboxPrefix(world.gatewayPda)}*x402-payer:${payer.text}`)).not.toEqual([]);
    const early = await ask(stranger, id, x402Request(), { payer: payer.address, ...changes });
    open();
    const served = await first;
    expect(served.status).toBe(200);
    const late = await ask(stranger, id, x402Request(), { payer: payer.address, ...changes });
    for (const refused of [early, late]) {
      expect(codeOf(refused)).toEqual([409, 'payment_identifier_used']);
      expect(JSON.stringify([refused.body, ...refused.headers])).not.toContain(served.headers.get('x-round-id'));
      expect(refused.body['data']).toBeUndefined();
    }
    expect(told(await ask(payer, id))).toEqual(repeatOf(served));
  });

  it('is not made again where its outcome is unknown: the same 503, of the same round', async () => {
    const [payer, id] = [createX402Payer(), newIdentifier()];
    facilitator.onSettle = () => new Status(500);
    const doubted = await ask(payer, id);
    expect(codeOf(doubted)).toEqual([503, 'payment_unknown']);
    const settled = facilitator.settled.length;
    const again = await ask(payer, id);
    expect(told(again)).toEqual(told(doubted));
    expect(facilitator.settled).toHaveLength(settled);
  });

  it('is good again where its round ended before it used anything up', async () => {
    const [payer, id] = [createX402Payer(), newIdentifier()];
    facilitator.onVerify = () => ({ isValid: false, invalidReason: 'no' });
    expect(codeOf(await ask(payer, id))).toEqual([402, 'payment_refused']);
    facilitator.onVerify = () => ({ isValid: true });
    expect((await ask(payer, id)).status).toBe(200);
  });

  it('stays secret: the identifier is in no log, in no key or value of the outbox, and the facilitator never gets it', async () => {
    const [payer, id] = [createX402Payer(), newIdentifier()];
    const answer = await ask(payer, id);
    const keys = await world.redis.keys('*');
    const values = await Promise.all(
      keys.map(async (key) => ((await world.redis.type(key)) === 'hash' ? world.redis.hgetall(key) : world.redis.type(key))),
    );
    const seen = JSON.stringify([keys, values, world.log.text(), facilitator.verified, facilitator.settled]);
    expect(seen).toContain(answer.headers.get('x-round-id'));
    expect(seen).not.toContain(id);
  });
});
