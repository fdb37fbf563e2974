import { outboxPrefix } from '@oracle-gateway/outbox';
import { parseApiConfig } from '@oracle-gateway/protocol';
import { builtInProvider } from '@oracle-gateway/providers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestFacilitator } from './fakes/facilitator.js';
import { startPaidWorld, termsOf } from './fakes/paid-world.js';
import { post, postX402 } from './fakes/post.js';
import type { World } from './fakes/world.js';
import { createX402Payer, x402Request } from './fakes/x402-payer.js';

const { url, headers, responseParser } = builtInProvider('coingecko')!.flows[0]!.feeds[0]!.apiConfig;
const apiConfig = parseApiConfig({ url, headers, method: 'GET', responseParser });

const KEY = 'CG-sponsored';

let world: World;
let facilitator: TestFacilitator;
let close: () => Promise<void>;
beforeAll(async () => {
  // Three nodes are asked for a quorum of two.
  const options = { providers: [builtInProvider('coingecko')!], providerKeys: { coingecko: KEY }, sponsoredCallsPerMinute: 3 };
  ({ world, facilitator, close } = await startPaidWorld(options));
});
afterAll(() => close());

it('a payment is neither verified nor used while the calls to a sponsored provider are spent, and good afterwards', async () => {
  const request = { ...x402Request(), apiConfig };
  const terms = await termsOf(world, request);
  const payment = createX402Payer().pay(terms);

  expect((await post(world.url, world.subscriber().request({ apiConfig }))).status).toBe(200);
  const refused = await postX402(world.url, request, payment);
  expect([refused.status, refused.body['code']]).toEqual([503, 'sponsored_calls_spent']);
  expect([facilitator.verified.length, facilitator.settled.length]).toEqual([0, 0]);

  await world.redis.del(`${outboxPrefix(world.gatewayPda)}:shared-calls:provider:coingecko`);
  expect((await postX402(world.url, request, payment)).status).toBe(200);
  expect(facilitator.settled).toHaveLength(1);
});

it('a payment that the facilitator refuses costs no call to the provider', async () => {
  const key = `${outboxPrefix(world.gatewayPda)}:shared-calls:provider:coingecko`;
  await world.redis.del(key);
  facilitator.onVerify = () => ({ isValid: false, invalidReason: 'insufficient_funds' });
  const request = { ...x402Request(), apiConfig };
  const terms = await termsOf(world, request);
  expect((await postX402(world.url, request, createX402Payer().pay(terms))).status).toBe(402);
  expect(await world.redis.exists(key)).toBe(0);
});

it("a payer is told that a sponsored provider refused, and none of the words with which it refused the operator's key", async () => {
  await world.redis.del(`${outboxPrefix(world.gatewayPda)}:calls:provider:coingecko`);
  facilitator.onVerify = () => ({ isValid: true });
  for (const node of world.nodes) {
    node.fault = 'paywalled';
    node.terms = `{"error":"the key ${KEY} has no credit left"}`;
  }
  const request = { ...x402Request(), apiConfig };
  const terms = await termsOf(world, request);
  const refused = await postX402(world.url, request, createX402Payer().pay(terms));
  expect([refused.status, refused.body['code']]).toEqual([503, 'upstream_failure']);
  expect(refused.body).toMatchObject({
    error: expect.stringContaining('the source asks for payment') as string,
    hint: expect.stringContaining('bring a credential of your own') as string,
  });
  const told = JSON.stringify([refused.body, ...refused.headers]);
  for (const words of ['no credit', KEY]) expect(told).not.toContain(words);
});
