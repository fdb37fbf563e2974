import { unchanging } from '@oracle-gateway/app-config';
import { operations } from '@oracle-gateway/gateway-api';
import { outboxPrefix } from '@oracle-gateway/outbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGateway, TreasuryMissingError } from '../src/index.js';
import { FEE_PAYER, serveTestFacilitator, type TestFacilitator } from './fakes/facilitator.js';
import { fakeLedger } from './fakes/ledger.js';
import { codeOf, termsOf } from './fakes/paid-world.js';
import { postX402 } from './fakes/post.js';
import { holdNodes, NETWORK, startWorld, type World, type WorldOptions } from './fakes/world.js';
import { createX402Payer, type PaymentOffer, x402Request } from './fakes/x402-payer.js';

let world: World;
let facilitator: TestFacilitator;
beforeAll(async () => {
  facilitator = await serveTestFacilitator(NETWORK);
});
beforeEach(() => {
  facilitator.feePayers = [FEE_PAYER];
  facilitator.onSupported = null;
  facilitator.signers = {};
  facilitator.network = NETWORK;
  facilitator.onVerify = () => ({ isValid: true });
});
afterEach(() => world.close());
afterAll(() => facilitator.close());

async function start(options: WorldOptions = {}): Promise<void> {
  const access = { kind: 'remote', url: facilitator.url, headers: unchanging({}) } as const;
  world = await startWorld({ facilitator: access, ...options, overrides: { history: facilitator.history, ...options.overrides } });
}

describe('a gateway that does not serve the path', () => {
  it('says so, on each of its endpoints and in its info', async () => {
    world = await startWorld();
    const answer = await postX402(world.url, x402Request());
    expect(codeOf(answer)).toEqual([404, 'not_found']);
    expect(answer.body['error']).toContain('the pay-per-request path is not enabled');
    expect((await world.http.call(operations.getX402Resources)).status).toBe(404);
    expect((await world.http.call(operations.probeX402Round)).status).toBe(404);
    expect(codeOf(await postX402(world.url, {}))).toEqual([404, 'not_found']);
    expect((await world.http.call(operations.getInfo)).body).toMatchObject({ data: { paths: { x402: false } } });
  });
});

describe('the start', () => {
  it('stops where the treasury has no token account, and names its owner', async () => {
    await start();
    world.ledger.treasury = null;
    const again = createGateway(world.config, world.secrets, { ledger: fakeLedger(world.ledger) });
    await expect(again).rejects.toThrow(TreasuryMissingError);
    await expect(again).rejects.toThrow((await termsOf(world)).payTo);
  });

  it('goes on while the facilitator names no fee payer for the network, which is not ready and not paid', async () => {
    facilitator.network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
    await start();
    const reason = 'the payment facilitator has named no fee payer for the network yet';
    expect((await world.http.call(operations.getReady)).body).toMatchObject({ reasons: [reason] });
    expect(codeOf(await postX402(world.url, x402Request()))).toEqual([503, 'payment_facility_unavailable']);
    facilitator.network = NETWORK;
    await expect.poll(async () => (await world.http.call(operations.getReady)).status).toBe(200);
    expect((await postX402(world.url, x402Request())).status).toBe(402);
  });
});

describe('a facilitator with five keys, which offers a random one at each question', () => {
  it('has what is paid on the terms of one process served by another', async () => {
    const keys = Array.from({ length: 5 }, () => createX402Payer().text);
    let questions = 0;
    facilitator.onSupported = () => keys[questions++ % keys.length]!;
    facilitator.signers = { 'solana:*': keys };
    await start();
    const offered = new Set([(await termsOf(world)).extra.feePayer]);
    for (let others = 1; others < keys.length; others += 1) {
      const sibling = await world.sibling({ history: facilitator.history });
      const terms = await termsOf(sibling);
      offered.add(terms.extra.feePayer);
      const served = await postX402(world.url, x402Request(), createX402Payer().pay(terms));
      expect(served.body['code']).toBeUndefined();
      expect(facilitator.settled.at(-1)?.paymentRequirements).toEqual(terms);
      await sibling.close();
    }
    expect(offered.size).toBe(keys.length);
  });
});

describe('discovery', () => {
  it('says what can be paid for, at which price', async () => {
    await start();
    const { asset, payTo } = await termsOf(world);
    expect((await world.http.call(operations.getInfo)).body).toMatchObject({ data: { paths: { x402: true } } });
    expect((await world.http.call(operations.getX402Resources)).body).toMatchObject({
      x402Version: 2,
      resources: ['https://oracle.example/v1/x402/execute'],
      items: [
        {
          resource: 'https://oracle.example/v1/x402/execute',
          type: 'http',
          method: 'POST',
          accepts: [{ scheme: 'exact', network: NETWORK, amount: '7', asset, payTo, maxTimeoutSeconds: 60 }],
          price: { base: '1', perNode: '2', redundancyBuffer: 1, minSigners: 2 },
        },
      ],
    });
  });

  it('describes the endpoint to facilitators where the operator wants it, and suggests the operator’s time', async () => {
    await start({ x402: { bazaar: true, maxTimeoutSeconds: 45 } });
    const { body } = await postX402(world.url, x402Request());
    expect(body).toMatchObject({
      accepts: [{ maxTimeoutSeconds: 45 }],
      extensions: { bazaar: { info: { input: { type: 'http', method: 'POST', bodyType: 'json' } }, schema: { type: 'object' } } },
    });
    // The official client repeats what it was told.
    const [terms] = body['accepts'] as [PaymentOffer];
    const payment = { ...createX402Payer().payment(terms), resource: body['resource'], extensions: body['extensions'] };
    const header = Buffer.from(JSON.stringify(payment)).toString('base64');
    expect((await postX402(world.url, x402Request(), header)).status).toBe(200);
  });
});

describe('the limits', () => {
  it('of rounds at once are judged before the facilitator is asked, and the payment stays good', async () => {
    await start({ rounds: { maxConcurrent: 1 } });
    const terms = await termsOf(world);
    const open = holdNodes(world);
    const asked = facilitator.verified.length + 1;
    const first = postX402(world.url, x402Request(), createX402Payer().pay(terms));
    await expect.poll(() => world.metrics()).toMatch(/^oracle_gateway_rounds_in_flight 1$/m);
    const payment = createX402Payer().pay(terms);
    const refused = await postX402(world.url, x402Request(), payment);
    expect([...codeOf(refused), refused.headers.get('retry-after')]).toEqual([503, 'at_capacity', '1']);
    expect(facilitator.verified).toHaveLength(asked);
    open();
    expect((await first).status).toBe(200);
    expect((await postX402(world.url, x402Request(), payment)).status).toBe(200);
  });

  it('of a payer count what is not concluded; another payer is served', async () => {
    await start({ x402: { maxInFlightPerPayer: 1 } });
    const terms = await termsOf(world);
    const open = holdNodes(world);
    const payer = createX402Payer();
    const first = postX402(world.url, x402Request(), payer.pay(terms));
    await expect.poll(() => world.redis.keys(`${outboxPrefix(world.gatewayPda)}*x402-payer:${payer.text}`)).not.toEqual([]);
    const other = x402Request({ signatures_required: 3 });
    const payment = payer.pay(await termsOf(world, other));
    const refused = await postX402(world.url, other, payment);
    expect([...codeOf(refused), refused.headers.get('retry-after')]).toEqual([503, 'payer_payments_open', '1']);
    const somebody = postX402(world.url, other, createX402Payer().pay(await termsOf(world, other)));
    open();
    expect([(await first).status, (await somebody).status]).toEqual([200, 200]);
    expect((await postX402(world.url, other, payment)).status).toBe(200);
  });

  it('of a body are 64 KiB, and beside a payment 4 KiB more for each payment to the source', async () => {
    await start();
    const padded = (bytes: number, sourcePayments?: string[]): string => {
      const text = JSON.stringify({ ...x402Request(), ...(sourcePayments === undefined ? {} : { sourcePayments }) });
      return text.replace(/}$/, `${' '.repeat(bytes - text.length)}}`);
    };
    const payments = ['A'.repeat(4_096), 'B'.repeat(4_096), 'C'.repeat(4_096)];
    expect((await postX402(world.url, padded(65_536))).status).toBe(402);
    expect(codeOf(await postX402(world.url, padded(65_537)))).toEqual([413, 'body_too_large']);
    expect(codeOf(await postX402(world.url, padded(65_536 + 3 * 4_096, payments)))).toEqual([413, 'body_too_large']);
    const paid = (body: string) => postX402(world.url, body, 'a payment');
    expect((await paid(padded(65_536 + 3 * 4_096, payments))).status).toBe(400);
    expect(codeOf(await paid(padded(65_537 + 3 * 4_096, payments)))).toEqual([413, 'body_too_large']);
    expect(codeOf(await paid(padded(65_536 + 64 * 4_096 + 1)))).toEqual([413, 'body_too_large']);
  });
});

describe('a caller who leaves while the facilitator checks the payment', () => {
  it('has used nothing', async () => {
    await start();
    const payment = createX402Payer().pay(await termsOf(world));
    const leaving = new AbortController();
    facilitator.onVerify = async () => {
      leaving.abort();
      await world.log.line('"status":499');
      return { isValid: true };
    };
    const body = JSON.stringify(x402Request());
    const gone = fetch(`${world.url}/v1/x402/execute`, {
      method: 'POST',
      body,
      headers: { 'payment-signature': payment },
      signal: leaving.signal,
    });
    await expect(gone).rejects.toThrow();
    facilitator.onVerify = () => ({ isValid: true });
    expect((await postX402(world.url, x402Request(), payment)).status).toBe(200);
  });
});
