import { describe, expect, it } from 'vitest';
import { createAccounts } from './accounts.js';
import type { Tenant } from './tenant.js';

function start(maxTenants = 10) {
  const clock = { ms: 0 };
  return { clock, accounts: createAccounts({ maxTenants, maxChargeMs: 1_000, nowMs: () => clock.ms }) };
}

function known(name: number): Tenant {
  return { name: String(name), isStranger: false };
}

describe('accounts', () => {
  it('of more tenants than are remembered are forgotten, never one that holds something', () => {
    const { accounts } = start();
    for (let name = 0; name < 20; name += 1) accounts.of(known(name)).held = 1;
    for (let name = 20; name < 2_000; name += 1) accounts.of(known(name)).charged.add(1, 1_000);
    expect(accounts.size()).toBeLessThanOrEqual(10 + 2 * 20);
    for (let name = 0; name < 20; name += 1) expect(accounts.total(accounts.find(known(name)))).toBe(1);
    expect(accounts.find(known(1_999))).toBeDefined();
  });

  it('make room once they have faded, however few there are', () => {
    const { clock, accounts } = start(1_000);
    for (let name = 0; name < 100; name += 1) accounts.of(known(name)).charged.add(1, 1_000);
    clock.ms += 2_000;
    for (let name = 100; name < 200; name += 1) accounts.of(known(name)).charged.add(1, 1_000);
    expect(accounts.size()).toBe(100);
  });

  it('of a stranger and of the same tenant known are two', () => {
    const { accounts } = start();
    accounts.of({ name: 'a', isStranger: true }).held = 1;
    expect(accounts.find({ name: 'a', isStranger: false })).toBeUndefined();
  });

  it('are closed when nothing is on them', () => {
    const { accounts } = start();
    accounts.of(known(0)).held = 1;
    accounts.close(known(0));
    expect(accounts.size()).toBe(1);
    accounts.of(known(0)).held = 0;
    accounts.close(known(0));
    expect(accounts.size()).toBe(0);
  });
});
