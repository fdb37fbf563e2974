import { generateKeyPairSync, sign } from 'node:crypto';
import { isRoundPath, pathOperations } from '@oracle-gateway/gateway-api/internal';
import { parseFlatRoundResult } from '@oracle-gateway/gateway-api/parsers';
import { toHex } from '@oracle-gateway/protocol';
import { afterEach, expect, it } from 'vitest';
import { payPaths } from '../src/paths/index.js';
import { PRICE_SOURCE } from './fakes/consumer.js';
import { post, postAgent } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';
import { voucherMessage } from './voucher-path/admission.js';
import type { ExecuteVoucherRoundRequest } from './voucher-path/operation.js';
import { voucherPath } from './voucher-path/path.js';

let world: World;
afterEach(() => world.close());

async function worldWithVouchers({ isEnabled } = { isEnabled: true }): Promise<World> {
  world = await startWorld({ overrides: { paths: [...payPaths, voucherPath({ isEnabled })] } });
  return world;
}

/** An issuer with a subscription, and the vouchers that it signs. */
function createIssuer(roundsLeft = 1_000n) {
  const keys = generateKeyPairSync('ed25519');
  const { text } = world.subscriber({ roundsLeft }, keys);
  const now = Math.floor(Date.now() / 1_000);
  return (serial: number, changes: Partial<ExecuteVoucherRoundRequest> = {}): ExecuteVoucherRoundRequest => ({
    issuer: text,
    serial,
    signature: toHex(sign(null, voucherMessage(serial), keys.privateKey)),
    quorum: 2,
    registryVersion: 1,
    timestamp: now - serial,
    apiConfig: PRICE_SOURCE,
    ...changes,
  });
}

async function redeem(request: ExecuteVoucherRoundRequest) {
  const response = await fetch(`${world.url}/v1/voucher/execute`, { method: 'POST', body: JSON.stringify(request) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
}
async function get(path: string): Promise<unknown> {
  return (await fetch(`${world.url}${path}`)).json();
}

it('a path that stands in the list alone is served over HTTP: admission, nodes, record, charge, metrics', async () => {
  await worldWithVouchers();
  const voucher = createIssuer();
  const { status, headers, body } = await redeem(voucher(1));
  expect([status, body]).toMatchObject([200, { status: 'completed' }]);
  const answer = parseFlatRoundResult(body);
  expect(answer.data).toMatchObject({ value: '64628.31', timestamp: voucher(1).timestamp });

  const roundId = headers.get('x-round-id') ?? '';
  expect(await get(`/v1/rounds/${roundId}`)).toMatchObject({
    data: { path: 'voucher', state: 'pending', result: { ...answer, data: { ...answer.data, fresh: false } } },
  });
  expect(await get('/v1/info')).toMatchObject({ data: { paths: { subscription: true, agent: true, x402: false, voucher: true } } });
  expect(await world.metrics()).toContain('oracle_gateway_rounds_total{path="voucher",outcome="completed"} 1');
});

it('an operation that is deprecated says so in every answer and in the document, and no other operation does', async () => {
  await worldWithVouchers();
  const announced = { deprecation: '@1767225600', sunset: 'Thu, 31 Dec 2026 00:00:00 GMT' };
  const voucher = createIssuer();
  for (const answer of [await redeem(voucher(1)), await redeem(voucher(1, { signature: `0x${'11'.repeat(64)}` }))])
    expect(Object.fromEntries(answer.headers)).toMatchObject(announced);
  const document = await fetch(`${world.url}/v1/openapi.json`);
  expect(await document.json()).toMatchObject({ paths: { '/v1/voucher/execute': { post: { deprecated: true } } } });
  expect(document.headers.get('deprecation')).toBeNull();
});

it('its conflicts are refused by its own policy, in its own words', async () => {
  await worldWithVouchers();
  const voucher = createIssuer(1n);
  const first = await redeem(voucher(1));
  const again = await redeem(voucher(1, { timestamp: voucher(2).timestamp }));
  expect([again.status, again.body]).toMatchObject([
    409,
    {
      code: 'authorization_used',
      error: 'the payment authorization was already used: voucher 1',
      roundId: first.headers.get('x-round-id'),
    },
  ]);
  expect((await redeem(voucher(3))).body).toMatchObject({ code: 'quota_committed' });
  expect((await redeem(voucher(4, { signature: `0x${'11'.repeat(64)}` }))).body).toMatchObject({ code: 'auth_sig_invalid' });
});

it('takes nothing from the paths beside it, and has the methods of its own contract', async () => {
  await worldWithVouchers();
  expect((await post(world.url, world.subscriber().request())).status).toBe(200);
  expect((await postAgent(world.url, world.payer(100n).request())).status).toBe(200);
  const wrongMethod = await fetch(`${world.url}/v1/voucher/execute`);
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST']);
});

it('a path that the configuration leaves off says so', async () => {
  await worldWithVouchers({ isEnabled: false });
  expect(await redeem(createIssuer()(1))).toMatchObject({
    status: 404,
    body: { code: 'not_found', error: 'not found: the voucher path is not enabled on this gateway' },
  });
  expect(await get('/v1/info')).toMatchObject({ data: { paths: { voucher: false } } });
});

it('the list of paths is the one of the contract', async () => {
  await worldWithVouchers();
  expect(payPaths.map(({ name }) => name).sort()).toEqual(Object.keys(pathOperations).sort());
  expect(payPaths.every(({ name, operations }) => isRoundPath(name) && operations === pathOperations[name])).toBe(true);
});
