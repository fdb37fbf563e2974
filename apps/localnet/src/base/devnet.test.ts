import { expect, it } from 'vitest';

import { DEVNET_GENESIS_HASH, NETWORK } from './devnet.js';

it('is the network that its genesis hash names', () => {
  expect(NETWORK).toBe(`solana:${DEVNET_GENESIS_HASH.slice(0, 32)}`);
});
