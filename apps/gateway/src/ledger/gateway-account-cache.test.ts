import { NO_OWNER } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { createGatewayAccountCache } from './gateway-account-cache.js';

const account = { authority: NO_OWNER, registeredAt: 1n, deactivatedAt: 0n, reactivatedAt: 0n };

function setUp(read = () => Promise.resolve({ value: account, slot: 1 })) {
  const clock = { ms: 0 };
  let reads = 0;
  const ledger = {
    gateway: () => {
      reads += 1;
      return read();
    },
  };
  return { clock, standing: createGatewayAccountCache({ ledger, gateway: NO_OWNER, monotonicMs: () => clock.ms }), reads: () => reads };
}

describe('createGatewayAccountCache', () => {
  it('reads once for all who ask at the same moment, and again after five seconds', async () => {
    const { clock, standing, reads } = setUp();
    expect(await Promise.all([standing(), standing(), standing()])).toEqual([account, account, account]);
    clock.ms = 4_999;
    await standing();
    expect(reads()).toBe(1);
    clock.ms = 5_000;
    await standing();
    expect(reads()).toBe(2);
  });

  it('does not remember a failed read', async () => {
    let fails = true;
    const { standing } = setUp(() => (fails ? Promise.reject(new Error('down')) : Promise.resolve({ value: account, slot: 1 })));
    await expect(standing()).rejects.toThrow('down');
    fails = false;
    expect(await standing()).toBe(account);
  });
});
