import { RpcRefusalError, type TransactionStatus } from '@oracle-gateway/ledger';
import { expect, it } from 'vitest';
import { createSignatureHistory } from './signature-history.js';

const landed = { kind: 'succeeded', slot: 7 } as const;
const failed = { kind: 'failed', slot: 7, error: { kind: 'transaction', error: 'X' } } as const;

function historyOf(known: Readonly<Record<string, TransactionStatus>>, failsAt = Infinity) {
  const calls: (readonly [count: number, searchHistory: boolean | undefined])[] = [];
  const history = createSignatureHistory({
    sender: {
      statuses(signatures, { searchHistory } = {}) {
        calls.push([signatures.length, searchHistory]);
        if (calls.length >= failsAt) return Promise.reject(new RpcRefusalError('getSignatureStatuses', -32_011, 'no history', null));
        return Promise.resolve(signatures.map((signature) => known[signature] ?? { kind: 'unseen' }));
      },
    },
  });
  return { history, calls };
}

it.each([
  ['one of them landed', { A: failed, B: landed }, { kind: 'landed', signature: 'B', slot: 7 }],
  ['all failed', { A: failed, B: failed }, { kind: 'none' }],
  ['never seen', {}, { kind: 'none' }],
] as const)('%s', async (_what, known, landing) => {
  expect(await historyOf(known).history.landingOf(['A', 'B'])).toEqual(landing);
});

it('rounds that ask in one moment are one call for each 256 signatures, of the whole history, and a shared one is asked for once', async () => {
  const { history, calls } = historyOf({ S0: landed });
  const asked = Array.from({ length: 300 }, (_, index) => history.landingOf([`S${index % 299}`]));
  expect((await Promise.all(asked)).filter(({ kind }) => kind === 'landed')).toHaveLength(2);
  expect(calls).toEqual([
    [256, true],
    [43, true],
  ]);
  await history.landingOf(['S0']);
  expect(calls).toHaveLength(3);
});

it('a server that does not say leaves it unknown, is not asked for further pages, and what it has said counts', async () => {
  const { history, calls } = historyOf({ S0: landed }, 2);
  const landings = await Promise.all(Array.from({ length: 600 }, (_, index) => history.landingOf([`S${index}`])));
  expect(landings[0]).toMatchObject({ kind: 'landed' });
  expect(landings[255]).toEqual({ kind: 'none' });
  expect(landings[256]).toEqual({ kind: 'unknown', reason: expect.stringContaining('refused with code -32011') as string });
  expect(landings[599]).toMatchObject({ kind: 'unknown' });
  expect(calls).toHaveLength(2);
});
