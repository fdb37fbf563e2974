import { connectRedis, createOutbox, outboxPrefix } from '@oracle-gateway/outbox';
import { sampleAddress, samplePayload, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { OperateError } from './operate-error.js';
import { runPull } from './run-pull.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

it('the rows of a server move into the folder, once, and a folder that is not there is refused', async () => {
  const gateway = sampleAddress();
  const outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60, mostBookRows: 1 });
  for (let round = 0; round < 3; round += 1) {
    const roundId = sampleRoundId();
    const reserved = await outbox.reserve({ path: 'agent', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 10 });
    if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
    await outbox.commit({ roundId, token: reserved.token, settlement: samplePayload(), result: '{}' });
    const claim = await outbox.claim({ roundId, workerId: 'worker', leaseMs: 60_000 });
    if (claim === null) throw new Error('not claimed');
    await outbox.lapse(claim, 'window passed');
  }
  const folder = await mkdtemp(join(tmpdir(), 'books-'));
  const flags = new Map([['to', folder]]);
  expect(await runPull(flags, { redis, gateway: sampleAddress() })).toContain('no row was ever written for this Gateway account');
  const first = await runPull(flags, { redis, gateway });
  expect(first).toContain('2 rows are new on the disk, 0 of them for a day that was closed; 0 were there; 0 wait\n');
  expect(first).toMatch(/\nnot kept: rows found no room on the server; pull more often: .*"count":"2"/);
  expect(await runPull(flags, { redis, gateway })).toBe(
    '0 rows are new on the disk, 0 of them for a day that was closed; 0 were there; 0 wait\n',
  );
  const days = (await readdir(folder)).filter((name) => name !== 'problems.jsonl');
  expect((await readFile(join(folder, days[0] ?? ''), 'utf8')).match(/"kind":"(lapsed|gap)"/g)).toEqual([
    '"kind":"lapsed"',
    '"kind":"gap"',
  ]);
  await redis.hset(`${outboxPrefix(gateway)}:books-head`, { puller: 'x', pulledBy: 'host 1', pullerUntilMs: '9000000000000' });
  await expect(runPull(flags, { redis, gateway })).rejects.toThrow(/^books pull: host 1 pulls the books until /);
  await rm(folder, { recursive: true });
  await expect(runPull(flags, { redis, gateway })).rejects.toThrow(OperateError);
});
