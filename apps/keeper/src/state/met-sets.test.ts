import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { shareStates } from '../../tests/support/redis-states.js';
import { createMetSets } from './met-sets.js';

const shared = shareStates();

it('meetings are counted for each target, group and set, by all keepers, until the set is forgotten', async () => {
  const { redis } = shared();
  const target = randomUUID();
  const open = (name = target) => createMetSets({ redis, prefix: '{og-keeper:sets}' }, { target: name });
  await Promise.all([open().count('a:1', 'x'), open().count('a:1', 'x'), open().count('a:1', 'y'), open().count('a:2', 'x')]);
  expect(await open().counts('a:1')).toEqual(
    new Map([
      ['x', 2],
      ['y', 1],
    ]),
  );
  expect(await open(randomUUID()).counts('a:1')).toEqual(new Map());
  await open().forget('a:1', 'x');
  expect([...(await open().counts('a:1')).keys()]).toEqual(['y']);
  expect(await redis.ttl(`{og-keeper:sets}:met-sets:${target}:a:1`)).toBeGreaterThan(0);
});
