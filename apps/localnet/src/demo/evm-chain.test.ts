import { verifyWithKeysCalldata } from '@oracle-gateway/evm';
import { expect, it } from 'vitest';

import { withLastBitOfValueChanged } from './evm-chain.js';

it('changes the last bit of the value and nothing else', () => {
  const hex = (byte: string): `0x${string}` => `0x${byte.repeat(32)}`;
  const answer = {
    timestampMs: 1n,
    observedAtMs: 2n,
    registryVersion: 1n,
    signersBitmap: 7n,
    s: 5n,
    commitment: `0x${'66'.repeat(20)}`,
    parity: 0,
  } as const;
  const round = (value: `0x${string}`) => ({
    feed: { feedId: hex('11'), sourceId: hex('22'), signaturesRequired: 3, form: 1 },
    answer: { ...answer, value },
    zInverse: 9n,
  });
  const even = hex('30');
  expect(withLastBitOfValueChanged(verifyWithKeysCalldata(round(even)))).toBe(verifyWithKeysCalldata(round(`0x${even.slice(2, -1)}1`)));
});
