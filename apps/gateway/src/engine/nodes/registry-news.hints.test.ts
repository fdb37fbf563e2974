import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { expect, it } from 'vitest';
import { createRegistryHints } from './registry-news.js';

function version(number: bigint): RegistryAccount {
  return { version: number, redundancyBuffer: 1, minSigners: 2, active: 0, createdAt: 0n, acceptUntil: 0n, keys: [] };
}

/** A ledger whose later version is known here only once it was read anew. */
function setUp(onLedger: bigint) {
  const ledger = { known: 1n, now: onLedger, isDown: false, reads: 0 };
  const pauses: (() => void)[] = [];
  const stopping = new AbortController();
  const hints = createRegistryHints({
    ledger: {
      currentRegistry: () => Promise.resolve(version(ledger.known)),
      readCurrentRegistry: () => {
        ledger.reads += 1;
        if (ledger.isDown) return Promise.reject(new Error('down'));
        ledger.known = ledger.now;
        return Promise.resolve(version(ledger.now));
      },
    },
    wait: () => new Promise((end) => void pauses.push(end)),
    signal: stopping.signal,
  });
  const settle = () => new Promise(setImmediate);
  const endPause = async () => {
    pauses.shift()?.();
    await settle();
  };
  return { hints, ledger, pauses, settle, endPause, stopping };
}

it('a later version that a node names is read on the ledger, once', async () => {
  const { hints, ledger, settle } = setUp(2n);
  hints.heard(0, 2n);
  hints.heard(0, 2n);
  await settle();
  hints.heard(1, 2n);
  await settle();
  expect([ledger.known, ledger.reads]).toEqual([2n, 1]);
});

it('a version that is known already, or an earlier one, costs no read', async () => {
  const { hints, ledger, settle } = setUp(2n);
  hints.heard(0, 1n);
  hints.heard(1, 0n);
  await settle();
  expect(ledger.reads).toBe(0);
});

it('a node that names versions which the ledger does not have causes three reads, and the next three after a pause', async () => {
  const { hints, ledger, pauses, settle, endPause } = setUp(1n);
  for (let named = 2n; named < 1_000n; named += 1n) {
    hints.heard(0, named);
    if (named % 100n === 0n) await settle();
  }
  expect([ledger.reads, pauses.length]).toEqual([3, 1]);
  await endPause();
  expect([ledger.reads, pauses.length]).toEqual([6, 1]);
  await endPause();
  expect(ledger.reads).toBe(6);
});

it('a node that lies keeps no other from being heard', async () => {
  const { hints, ledger, settle } = setUp(1n);
  hints.heard(0, 2n ** 64n - 1n);
  await settle();
  ledger.now = 2n;
  hints.heard(1, 2n);
  await settle();
  expect(ledger.known).toBe(2n);
});

it('a version that a node names during its pause is read after it', async () => {
  const { hints, ledger, settle, endPause } = setUp(2n);
  hints.heard(0, 2n);
  await settle();
  ledger.now = 3n;
  hints.heard(0, 3n);
  await settle();
  expect(ledger.known).toBe(2n);
  await endPause();
  expect(ledger.known).toBe(3n);
});

it('a ledger that is down is no matter, and is not read after the end', async () => {
  const { hints, ledger, settle, endPause, stopping } = setUp(2n);
  ledger.isDown = true;
  hints.heard(0, 2n);
  await settle();
  expect(ledger.known).toBe(1n);
  stopping.abort();
  hints.heard(0, 3n);
  await endPause();
  expect(ledger.reads).toBe(1);
});
