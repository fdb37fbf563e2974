import { expect, it } from 'vitest';
import { gatewayParty, requesterParty } from './asker.js';

it('whom a gateway names is a party within that gateway, and no other gateway can name the same', () => {
  const [one, other] = ['g1', 'g2'].map((gateway) => ({ gateway, requester: 'r' }));
  expect(requesterParty(one!)).not.toEqual(requesterParty(other!));
  expect(gatewayParty(one!)).not.toEqual(requesterParty(one!));
  expect([gatewayParty(one!), requesterParty(one!)].some(({ isStranger }) => isStranger)).toBe(false);
});
