import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { describe, expect, it } from 'vitest';
import { createFakeLedger, registryAccount } from '../tests/ledger-fake.js';
import { createRegistryWatch } from './registry-watch.js';

const own = new Uint8Array(64).fill(1);
const other = new Uint8Array(64).fill(2);

function start(keys: readonly (Uint8Array | null)[], nodeIndex = 0) {
  const clock = { nowMs: 1_000_000 };
  const ledger = createFakeLedger(registryAccount(keys), []);
  const watch = createRegistryWatch({ reader: ledger.reader, nodeIndex, publicKey: own, maxAgeMs: 60_000, monotonicMs: () => clock.nowMs });
  return { clock, ledger, watch };
}

describe('the registry watch', () => {
  it('is not ready before the first read', () => {
    const { watch } = start([own]);
    expect(watch.view()).toBeNull();
    expect(watch.unready()).toEqual(['ledger_view_missing']);
  });

  it('keeps its last view while the ledger is down, for exactly its greatest age', async () => {
    const { clock, ledger, watch } = start([own, other]);
    await watch.refresh();
    ledger.failure = new LedgerUnavailableError('getAccountInfo', 'down');
    await expect(watch.refresh()).rejects.toThrow(LedgerUnavailableError);
    clock.nowMs += 60_000;
    expect(watch.unready()).toEqual([]);
    clock.nowMs += 1;
    expect(watch.unready()).toEqual(['ledger_view_too_old']);
    ledger.failure = null;
    await watch.refresh();
    expect(watch.unready()).toEqual([]);
  });

  it.each([
    ['another key', [other], 0],
    ['a removed key', [null], 0],
    ['its key at another index', [other, own], 0],
    ['no such slot', [own], 1],
  ])('is not ready with %s at its index', async (_, keys, nodeIndex) => {
    const { watch } = start(keys, nodeIndex);
    await watch.refresh();
    expect(watch.unready()).toEqual(['own_key_not_registered']);
  });

  it('a server that lags behind brings no older version back, and does not renew the view', async () => {
    const { clock, ledger, watch } = start([own]);
    ledger.registry = { ...ledger.registry, version: 5n };
    await watch.refresh();
    clock.nowMs += 60_001;
    ledger.registry = registryAccount([other], { version: 4n });
    await watch.refresh();
    expect(watch.view()?.registry.version).toBe(5n);
    expect(watch.unready()).toEqual(['ledger_view_too_old']);
    ledger.registry = registryAccount([own], { version: 6n });
    await watch.refresh();
    expect(watch.view()?.registry.version).toBe(6n);
    expect(watch.unready()).toEqual([]);
  });

  it('a view is as old as the moment its reading began', async () => {
    const { clock, watch } = start([own]);
    const reading = watch.refresh();
    clock.nowMs += 60_001;
    await reading;
    expect(watch.unready()).toEqual(['ledger_view_too_old']);
  });
});
