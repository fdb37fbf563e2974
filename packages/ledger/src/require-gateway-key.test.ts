import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';

import { GatewayKeyError, requireGatewayKey } from './require-gateway-key.js';

function key(fill: number) {
  return toAddress(new Uint8Array(32).fill(fill));
}
const [address, own, other] = [key(1), key(2), key(3)];

it('the key of the process is the authority of its Gateway account', () => {
  expect(() => requireGatewayKey({ authority: own, pendingAuthority: other }, { address, keys: [own] })).not.toThrow();
});

it.each([
  ['an account that does not exist', null, 'is no Gateway account'],
  ['an account with another authority', { authority: other, pendingAuthority: null }, 'Start with the keypair of the authority'],
  ['an account that waits for the key to accept', { authority: other, pendingAuthority: own }, 'gateway accept-key'],
])('%s is refused, and the message says what to do', (_name, account, advice) => {
  const check = () => requireGatewayKey(account, { address, keys: [own] });
  expect(check).toThrow(GatewayKeyError);
  expect(check).toThrow(/^settlement\.gateway_account: /);
  for (const part of [advice, formatAddress(address), formatAddress(own)]) expect(check).toThrow(part);
});
