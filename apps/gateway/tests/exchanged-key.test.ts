import { operations } from '@oracle-gateway/gateway-api';
import { GatewayKeyError } from '@oracle-gateway/ledger';
import { outboxPrefix } from '@oracle-gateway/outbox';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { afterEach, expect, it } from 'vitest';
import { createGateway } from '../src/index.js';
import { fakeLedger } from './fakes/ledger.js';
import { post } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';

let world: World;
afterEach(() => world.close());

it('a gateway whose key is exchanged refuses rounds before it reserves anything, says why, and does not start again', async () => {
  let elapsedMs = 0;
  world = await startWorld({ overrides: { monotonicMs: () => performance.now() + elapsedMs } });
  expect((await post(world.url, world.subscriber().request())).status).toBe(200);
  const records = (): Promise<string[]> => world.redis.keys(`${outboxPrefix(world.gatewayPda)}:round:*`);
  const before = await records();
  expect(before).toHaveLength(1);

  world.ledger.gateway = { ...world.ledger.gateway!, authority: sampleAddress() };
  elapsedMs += 5_000;
  const refused = await post(world.url, world.subscriber().request());
  expect([refused.status, refused.body['code'], refused.headers.get('x-round-id')]).toEqual([503, 'gateway_inactive', null]);
  const { body } = await world.http.call(operations.getReady);
  expect(body).toMatchObject({ reasons: ['the ledger has no Gateway account whose authority is the key of this process'] });
  expect(await records()).toEqual(before);
  const { config, secrets, ledger, log } = world;
  await expect(createGateway(config, secrets, { ledger: fakeLedger(ledger), logger: log.logger })).rejects.toThrow(GatewayKeyError);
});
