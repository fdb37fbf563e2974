import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { REPLACED_VERSION_SECONDS } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { changeRegistry, createFakeLedger, registryAccount } from '../../tests/ledger-fake.js';
import { createRegistryWatch } from './registry-watch.js';

const own = new Uint8Array(64).fill(1);
const other = new Uint8Array(64).fill(2);

function start(keys: readonly (Uint8Array | null)[], nodeIndex = 0) {
  const clock = { nowMs: 1_000_000 };
  const nowMs = (): number => clock.nowMs;
  const ledger = createFakeLedger(registryAccount(keys), []);
  const watch = createRegistryWatch({ reader: ledger.reader, nodeIndex, publicKey: own, maxAgeMs: 60_000, nowMs, monotonicMs: nowMs });
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

describe('a version that was replaced', () => {
  const GRACE_MS = Number(REPLACED_VERSION_SECONDS) * 1_000;

  it('is signed under for ten minutes more, by a node that the next version has no key of too', async () => {
    const { clock, ledger, watch } = start([own, other]);
    await watch.refresh();
    changeRegistry(ledger, [null, other], { atSeconds: 1_000 });
    await watch.refresh();
    expect([watch.accepted(2n)?.keys, watch.accepted(1n)?.keys]).toEqual([
      [null, other],
      [own, other],
    ]);
    expect(watch.unready()).toEqual(['own_key_not_registered']);
    expect(watch.unready(watch.accepted(1n) ?? undefined)).toEqual([]);
    clock.nowMs += GRACE_MS + 999;
    expect(watch.accepted(1n)).not.toBeNull();
    clock.nowMs += 1;
    expect(watch.accepted(1n)).toBeNull();
    expect(watch.accepted(2n)).not.toBeNull();
  });

  it('is known to a node that starts afterwards, and no longer than to the others', async () => {
    const { clock, ledger, watch } = start([own, other]);
    changeRegistry(ledger, [own, null], { atSeconds: 900 });
    changeRegistry(ledger, [own, other], { atSeconds: 950 });
    await watch.refresh();
    expect([1n, 2n, 3n, 4n].map((version) => watch.accepted(version)?.version ?? null)).toEqual([1n, 2n, 3n, null]);
    clock.nowMs = 900_000 + GRACE_MS + 1_000;
    expect([1n, 2n, 3n].map((version) => watch.accepted(version)?.version ?? null)).toEqual([null, 2n, 3n]);
  });

  it('ends at once with an emergency, and so do all before it', async () => {
    const { ledger, watch } = start([own, other]);
    changeRegistry(ledger, [own, other], { atSeconds: 900 });
    await watch.refresh();
    expect(watch.accepted(1n)).not.toBeNull();
    changeRegistry(ledger, [own, null], { atSeconds: 950, isEmergency: true });
    changeRegistry(ledger, [own, other], { atSeconds: 990 });
    await watch.refresh();
    expect([1n, 2n, 3n, 4n].map((version) => watch.accepted(version)?.version ?? null)).toEqual([null, null, 3n, 4n]);
  });

  it('does not count while a server that lags shows it as the current one, and does with the next view', async () => {
    const { ledger, watch } = start([own]);
    changeRegistry(ledger, [own], { atSeconds: 1_000 });
    const replaced = ledger.former.get(1n);
    if (replaced === undefined) throw new TypeError('a version before the current one');
    ledger.former.set(1n, { ...replaced, acceptUntil: 2n ** 63n - 1n });
    await watch.refresh();
    expect(watch.accepted(1n)).toBeNull();
    ledger.former.set(1n, replaced);
    await watch.refresh();
    expect(watch.accepted(1n)).not.toBeNull();
  });
});

it('a version that is newer than the view is searched for at once, and not without end', async () => {
  const { ledger, watch } = start([own]);
  await watch.refresh();
  changeRegistry(ledger, [own]);
  await watch.catchUp(2n);
  expect(watch.view()?.registry.version).toBe(2n);
  const before = ledger.reads.registry;
  await watch.catchUp(2n ** 53n);
  expect([watch.view()?.registry.version, ledger.reads.registry - before]).toEqual([2n, 3]);
});
