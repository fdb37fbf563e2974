import { expect, it } from 'vitest';
import { stampsInMemory, takeNewer } from './take-newer.js';

function observedAt(observedAtMs: number, feedId = '0xaa') {
  return { feedId, observedAtMs };
}

it('a value is taken only where it was observed after the last one of its feed', async () => {
  const stamps = stampsInMemory();
  const first = observedAt(1_000);
  expect(await takeNewer(first, stamps)).toBe(first);
  for (const observedAtMs of [999, 1_000])
    await expect(takeNewer(observedAt(observedAtMs), stamps)).rejects.toMatchObject({ name: 'VerificationError', reason: 'not_newer' });
  await takeNewer(observedAt(1_001), stamps);
  await expect(takeNewer(first, stamps)).rejects.toMatchObject({ reason: 'not_newer' });
  await takeNewer(observedAt(1, '0xbb'), stamps);
});

it('of many at once the same stamp is taken by one', async () => {
  const stamps = stampsInMemory();
  const taken = await Promise.allSettled(Array.from({ length: 9 }, () => takeNewer(observedAt(5), stamps)));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('a store that fails takes nothing', async () => {
  const lost = new Error('lost');
  await expect(takeNewer(observedAt(5), { advance: () => Promise.reject(lost) })).rejects.toBe(lost);
});
