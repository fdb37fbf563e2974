import { expect, it } from 'vitest';
import { gatewayTenant, requesterTenant } from './asker.js';

it('whom a gateway names is a tenant within that gateway, and no other gateway can name the same', () => {
  const [one, other] = ['g1', 'g2'].map((gateway) => ({ gateway, requester: 'r' }));
  expect(requesterTenant(one!)).not.toEqual(requesterTenant(other!));
  expect(gatewayTenant(one!)).not.toEqual(requesterTenant(one!));
  expect([gatewayTenant(one!), requesterTenant(one!)].some(({ isStranger }) => isStranger)).toBe(false);
});
