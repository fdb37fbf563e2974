import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrFetchRedis, launchRedisServer } from '@oracle-gateway/dev-servers';
import { connectRedis, createOutbox } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { createGateway } from '../src/index.js';
import { fakeLedger } from './fakes/ledger.js';
import { post } from './fakes/post.js';
import { startWorld } from './fakes/world.js';

/** Blocks of 512 bytes, or of 1,024 where the shell counts so. A round of a gateway without a worker appends some kilobytes. */
const MAX_BLOCKS = 60;

/** Redis whose files may not grow beyond a bound: a write fails as on a full disk, where Redis ends too. */
async function fullDiskRedis(command: string, folder: string): Promise<string> {
  const path = join(folder, 'redis-on-a-full-disk');
  await writeFile(path, `#!/bin/sh\ntrap '' XFSZ\nulimit -f ${MAX_BLOCKS}\nexec '${command}' "$@"\n`);
  await chmod(path, 0o700);
  return path;
}

it('when the disk is full, Redis ends and rounds are refused; with room and a restart, no served round is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-full-disk-'));
  const redis = await findOrFetchRedis();
  const options = { ...redis, dataDir: join(folder, 'data') };
  const full = await launchRedisServer({ ...options, command: await fullDiskRedis(redis.command, folder) });
  // A round whose record is not confirmed is refused at its deadline.
  const world = await startWorld({ nodeCount: 3, rounds: { deadlineMs: 5_000, observeDeadlineMs: 4_000, paidObserveDeadlineMs: 4_000 } });
  const config = { ...world.config, metrics: { host: '127.0.0.1', port: 0 } };
  const secrets = { ...world.secrets, outboxLocation: full.url };
  const gateway = await createGateway(config, secrets, { ledger: fakeLedger(world.ledger), logger: world.log.logger });
  let server = full;
  onTestFinished(async () => {
    await gateway.close();
    await world.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const { url } = await gateway.listen();

  const served: RoundId[] = [];
  const serve = async (): Promise<number> => {
    const { status, headers } = await post(url, world.subscriber().request());
    if (status === 200) served.push(headers.get('x-round-id') as RoundId);
    return status;
  };
  let hasEnded = false;
  void full.exited.then(() => {
    hasEnded = true;
  });
  await expect.poll(async () => [await serve(), hasEnded]).toEqual([503, true]);
  expect(served.length).toBeGreaterThan(1);
  await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(503);

  server = await launchRedisServer({ ...options, port: full.port });
  await expect.poll(serve).toBe(200);
  const client = connectRedis(full.url);
  onTestFinished(() => client.disconnect());
  const outbox = createOutbox({ redis: client, gateway: world.gatewayPda, identityTtlSeconds: 60, resultTtlSeconds: 60 });
  for (const roundId of served) expect(await outbox.read(roundId)).toMatchObject({ state: 'pending' });
});
