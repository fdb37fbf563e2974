import { NO_OWNER, toAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { gatewayAccount } from '../../tests/fakes/ledger-accounts.js';
import { createGatewayAccountCache } from './gateway-account-cache.js';

const account = gatewayAccount();

function setUp(read = () => Promise.resolve({ value: account, slot: 1 })) {
  const clock = { ms: 0 };
  let reads = 0;
  const ledger = {
    gateway: () => {
      reads += 1;
      return read();
    },
  };
  return {
    clock,
    standing: createGatewayAccountCache({ ledger, gateway: NO_OWNER, keys: [NO_OWNER], monotonicMs: () => clock.ms }),
    reads: () => reads,
  };
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

  it('is of no account whose authority is another key by now: this process is not its gateway any more', async () => {
    const value = gatewayAccount({ id: NO_OWNER, authority: toAddress(new Uint8Array(32).fill(1)) });
    const { standing } = setUp(() => Promise.resolve({ value, slot: 1 }));
    expect(await standing()).toBeNull();
  });
});
