import { expect, it } from 'vitest';

import { subscriptionsUrl } from './foreign.js';

it.each([
  ['http://127.0.0.1:8899', 'ws://127.0.0.1:8900'],
  ['https://api.devnet.solana.com', 'wss://api.devnet.solana.com'],
  ['https://rpc.test:8443/key', 'wss://rpc.test:8444/key'],
])('subscriptions of %s are where clients look for them: %s', (rpcUrl, wsUrl) => {
  expect(subscriptionsUrl(rpcUrl)).toBe(wsUrl);
});
