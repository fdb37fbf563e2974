import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { createLogger } from '@oracle-gateway/process';
import { formatAddress, toHex } from '@oracle-gateway/protocol';
import { nodeAddress, type NodeAccount } from '@oracle-gateway/protocol/accounts';
import type { EncryptionKeyPair } from '@oracle-gateway/protocol/sealed';
import { describe, expect, it } from 'vitest';
import { createFakeLedger, nodeAccount, PROGRAM_ID, registryAccount } from '../../tests/ledger-fake.js';
import { createEncryptionKeys } from './encryption-keys.js';

const INDEX = 3;
const CHANGED_AT = 1_800_000_000;
const GRACE_SECONDS = 21_600;
const [oldest, before, current, foreign] = [1, 2, 3, 4].map(pairOf) as [
  EncryptionKeyPair,
  EncryptionKeyPair,
  EncryptionKeyPair,
  EncryptionKeyPair,
];

function pairOf(fill: number): EncryptionKeyPair {
  return { secretKey: new Uint8Array(32).fill(fill), publicKey: new Uint8Array(32).fill(0x80 + fill) };
}

/** A node with the current key and the one before it, and a ledger that names no key yet. */
function start(configured: readonly EncryptionKeyPair[] = [current, before]) {
  const clock = { nowMs: CHANGED_AT * 1_000 };
  const ledger = createFakeLedger(registryAccount([]), []);
  const lines: { readonly level: number; readonly named?: string }[] = [];
  const log = createLogger({
    app: 'oracle-node',
    level: 'info',
    members: { node: INDEX },
    destination: { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) },
  });
  const keys = createEncryptionKeys({
    reader: ledger.reader,
    programId: PROGRAM_ID,
    nodeIndex: INDEX,
    configured,
    nowMs: () => clock.nowMs,
    log,
  });
  const name = async ({ publicKey }: EncryptionKeyPair, changed: Partial<NodeAccount> = {}): Promise<void> => {
    ledger.nodes.set(formatAddress(nodeAddress(PROGRAM_ID, INDEX)), nodeAccount(INDEX, publicKey, changed));
    await keys.refresh();
  };
  return { clock, ledger, lines, keys, name };
}

function replaced({ publicKey }: EncryptionKeyPair): Partial<NodeAccount> {
  return { previousEncryptionKey: publicKey, encryptionKeyChangedAt: BigInt(CHANGED_AT) };
}

describe('the previous encryption key', () => {
  it('opens until the version grace after its replacement has passed, to the second', async () => {
    const { clock, keys, name } = start();
    await name(current, replaced(before));
    expect(keys.opening()).toEqual([current, before]);
    clock.nowMs = (CHANGED_AT + GRACE_SECONDS) * 1_000 + 999;
    expect(keys.opening()).toEqual([current, before]);
    clock.nowMs += 1;
    expect(keys.opening()).toEqual([current]);
  });

  it('opens for the grace that the ledger holds now', async () => {
    const { clock, ledger, keys, name } = start();
    ledger.config = { ...ledger.config, versionGraceSeconds: 60n };
    await name(current, replaced(before));
    clock.nowMs += 60_999;
    expect(keys.opening()).toEqual([current, before]);
    clock.nowMs += 1;
    expect(keys.opening()).toEqual([current]);
    ledger.config = { ...ledger.config, versionGraceSeconds: 120n };
    await keys.refresh();
    expect(keys.opening()).toEqual([current, before]);
  });

  it('opens as long as the ledger still names it as the current one', async () => {
    const { clock, keys, name } = start();
    await name(before, replaced(oldest));
    clock.nowMs += GRACE_SECONDS * 10_000;
    expect(keys.opening()).toEqual([current, before]);
    expect(keys.holdsNamed()).toBe(true);
  });

  it.each([
    ['that the ledger has never named', {}],
    ['whose successor the ledger names', replaced(foreign)],
  ])('%s does not open', async (_, changed) => {
    const { keys, name } = start();
    await name(current, changed);
    expect(keys.opening()).toEqual([current]);
  });

  it('opens while the ledger has told nothing of this node', async () => {
    const { keys } = start();
    await keys.refresh();
    expect([keys.opening(), keys.holdsNamed()]).toEqual([[current, before], null]);
  });
});

describe('the current encryption key', () => {
  it('opens before the registration that names it is seen, and when it is no more named', async () => {
    const { clock, keys, name } = start([current]);
    await name(before);
    expect(keys.opening()).toEqual([current]);
    await name(foreign, replaced(current));
    clock.nowMs += GRACE_SECONDS * 10_000;
    expect(keys.opening()).toEqual([current]);
  });
});

describe('a key that the ledger names and the node does not have', () => {
  it('is told once in the log, and so is its end', async () => {
    const { lines, keys, name } = start();
    const told = () => lines.map(({ level, named }) => [level, named]);
    await name(foreign);
    await keys.refresh();
    expect(keys.holdsNamed()).toBe(false);
    expect(told()).toEqual([[40, toHex(foreign.publicKey)]]);
    await name(oldest);
    await name(current);
    await keys.refresh();
    expect(keys.holdsNamed()).toBe(true);
    const end = [30, toHex(current.publicKey)];
    expect(told()).toEqual([[40, toHex(foreign.publicKey)], [40, toHex(oldest.publicKey)], end]);
    await name(foreign);
    expect(told()).toHaveLength(4);
  });

  it('is told of a node without any key', async () => {
    const { lines, keys, name } = start([]);
    await name(current);
    expect([keys.opening(), keys.holdsNamed(), lines.length]).toEqual([[], false, 1]);
  });

  it('is not told where all is well', async () => {
    const { lines, name } = start();
    await name(current, replaced(before));
    await name(before);
    expect(lines).toEqual([]);
  });
});

describe('the view of the ledger', () => {
  it('stays while the ledger is down, and goes back to nothing that was read before', async () => {
    const { clock, ledger, keys, name } = start();
    ledger.slot = 10;
    await name(current, replaced(before));
    clock.nowMs += (GRACE_SECONDS + 1) * 1_000;
    ledger.failure = new LedgerUnavailableError('getMultipleAccounts', 'down');
    await expect(keys.refresh()).rejects.toThrow(LedgerUnavailableError);
    expect(keys.opening()).toEqual([current]);
    ledger.failure = null;
    ledger.slot = 9;
    await name(before);
    expect(keys.opening()).toEqual([current]);
    ledger.slot = 11;
    await keys.refresh();
    expect(keys.opening()).toEqual([current, before]);
  });
});
