import { describe, expect, it } from 'vitest';
import { UnreadableSnapshotError } from './snapshot-store.js';
import { openRoom, SWEEPS_START_MS as START_MS, verdictOf } from '../../../tests/fakes/snapshot-room.js';

const WEEK_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;
/** Snapshots are dated so far back. */
const BEHIND_MS = 5_000;

describe('a sweep', () => {
  it('has the current version signed once, and anew each week', async () => {
    const { clock, sweep, made, told } = openRoom();
    await sweep();
    clock.ms += WEEK_MS - BEHIND_MS - 1_000;
    await sweep();
    expect(made()).toEqual(['1→1']);
    clock.ms += 1_000;
    await sweep();
    expect(made()).toEqual(['1→1', '1→1']);
    expect(told.kept).toEqual([-BEHIND_MS, -BEHIND_MS, WEEK_MS - 2 * BEHIND_MS].map((laterMs) => (START_MS + laterMs) / 1_000));
    expect(told.failed).toEqual([]);
  });

  it('has the nodes sign another one in place of one that another release has kept', async () => {
    const { sweep, made, store, told } = openRoom();
    const { read } = store;
    store.read = (version) => (store.kept.size === 0 ? Promise.reject(new UnreadableSnapshotError()) : read(version));
    await sweep();
    expect(made()).toEqual(['1→1']);
    expect(told.failed).toEqual([]);
  });

  it('has each version of the ledger name the current one, before the current one signs for itself, and each only once', async () => {
    const { clock, change, sweep, made, store } = openRoom();
    await sweep();
    change([1, 2, 3, 4, 5]);
    await sweep();
    await sweep();
    change([2, 3, 4, 5]);
    await sweep();
    await sweep();
    clock.ms += MINUTE_MS;
    await sweep();
    expect(made()).toEqual(['1→1', '1→2', '2→2', '1→3', '2→3', '3→3']);
    for (const kept of store.kept.values()) expect(verdictOf(kept)).toMatchObject({ ok: true });
  });

  it('has replaced versions name the current one anew each week', async () => {
    const { clock, change, sweep, made } = openRoom();
    change([1, 2, 3, 4, 5]);
    await sweep();
    clock.ms += WEEK_MS;
    await sweep();
    expect(made()).toEqual(['1→2', '2→2', '1→2', '2→2']);
  });

  it('has every version that was missed name the newest one', async () => {
    const { change, sweep, made } = openRoom();
    for (const indices of [
      [1, 2, 3],
      [2, 3, 4],
      [3, 4, 5],
      [0, 1, 2, 3],
    ])
      change(indices);
    await sweep();
    expect(made()).toEqual(['1→5', '2→5', '3→5', '4→5', '5→5']);
  });

  it('asks for eight snapshots at once at most, the newest versions first', async () => {
    const { clock, change, sweep, made } = openRoom();
    for (let more = 0; more < 9; more += 1) change([0, 1, 2]);
    await sweep();
    expect(made()).toEqual(['3→10', '4→10', '5→10', '6→10', '7→10', '8→10', '9→10', '10→10']);
    clock.ms += MINUTE_MS;
    await sweep();
    // The current version again: a chain that takes one of the two takes nothing that is not later.
    expect(made().slice(8)).toEqual(['1→10', '2→10']);
    clock.ms += MINUTE_MS;
    await sweep();
    expect(made().slice(10)).toEqual(['10→10']);
  });

  it('asks no version again and again whose nodes do not sign, until another is current', async () => {
    const { clock, change, sweep, faults, told } = openRoom();
    change([2, 3, 4, 5]);
    for (const retired of [0, 1]) faults.set(retired, 'not_ready');
    for (let minutes = 0; minutes < 120; minutes += 1) {
      await sweep();
      clock.ms += MINUTE_MS;
    }
    expect(told.failed).toHaveLength(9);
    change([1, 2, 3, 4, 5]);
    await sweep();
    expect(told.failed).toHaveLength(10);
  });

  it('dates the snapshot of a version later than the one that names it, also where the version appears while a sweep runs', async () => {
    const { change, ledger, sweep, told } = openRoom();
    change([0, 1, 2, 3]);
    // The third version comes between the snapshots of the first two.
    ledger.onRead = () => {
      if (told.made.length === 1 && ledger.config.registryVersion === 2n) change([0, 1, 2]);
    };
    await sweep();
    await sweep();
    const dated = told.made.map(({ snapshot }) => [`${snapshot.signerVersion}→${snapshot.version}`, snapshot.signedAtSeconds] as const);
    const at = Object.fromEntries(dated);
    expect(Object.keys(at)).toEqual(['1→2', '2→3', '1→3', '3→3']);
    expect(at['2→3']).toBeGreaterThan(at['1→2'] ?? Infinity);
    expect(at['3→3']).toBeGreaterThan(Math.max(at['2→3'] ?? Infinity, at['1→3'] ?? Infinity));
  });

  it('carries an emergency, by the nodes of the ended version too', async () => {
    const { change, sweep, told } = openRoom();
    change([0, 1, 2, 3], { emergency: true });
    await sweep();
    expect(told.made.map(({ snapshot }) => snapshot.oldestAcceptedVersion)).toEqual([2n, 2n]);
  });

  it('leaves out a version whose account the ledger has closed', async () => {
    const { change, ledger, sweep, made, told } = openRoom();
    change([0, 1, 2]);
    ledger.registries.delete(1n);
    await sweep();
    expect([made(), told.failed]).toEqual([['2→2'], []]);
  });

  it('signs without a node that refuses, and tells of it', async () => {
    const { sweep, faults, told, store } = openRoom();
    faults.set(0, 'stale_registry');
    await sweep();
    const kept = await store.read(1n);
    expect(kept === null ? null : verdictOf(kept)).toEqual({ ok: true, signers: [1, 2, 3, 4] });
    expect(told.notVouched).toEqual([{ nodeIndex: 0, step: 'vouch', fault: 'refused', code: 'stale_registry' }]);
  });

  it('goes on to the next version where too few nodes of one sign, and tries again when its lease has ended', async () => {
    const { clock, change, sweep, faults, made, told } = openRoom();
    change([2, 3, 4, 5]);
    for (const retired of [0, 1]) faults.set(retired, 'not_ready');
    await sweep();
    expect(made()).toEqual(['2→2']);
    expect(told.failed).toEqual([expect.objectContaining({ message: expect.stringContaining('it needs 4 of 5 nodes') as string })]);
    faults.clear();
    await sweep();
    expect(made()).toEqual(['2→2']);
    clock.ms += 20_000;
    await sweep();
    expect(made()).toEqual(['2→2', '1→2']);
  });

  it('has a retired quorum name the successor of the ledger, never another', async () => {
    const { change, sweep, store } = openRoom();
    const second = change([3, 4, 5]);
    await sweep();
    const kept = await store.read(1n);
    expect(kept?.signed.snapshot).toMatchObject({ version: 2n, keys: second.keys, minSigners: 1 });
    const forged = { ...kept!.signed, snapshot: { ...kept!.signed.snapshot, keys: kept!.signers.keys } };
    expect(verdictOf({ ...kept!, signed: forged })).toEqual({ ok: false, reason: 'signature' });
  });

  it('makes nothing twice after a restart', async () => {
    const { sweep, openProcess, made, asked } = openRoom();
    await sweep();
    const before = asked.length;
    await openProcess()();
    expect([made(), asked.length]).toEqual([['1→1'], before]);
  });

  it('of several processes at once asks nodes once', async () => {
    const { openProcess, made } = openRoom();
    await Promise.all([1, 2, 3].map(() => openProcess()()));
    expect(made()).toEqual(['1→1']);
  });

  it('tells that no snapshot is kept where nodes do not sign', async () => {
    const { sweep, faults, told } = openRoom();
    for (const index of [0, 1, 2, 3, 4]) faults.set(index, 'not_ready');
    await sweep();
    expect([told.kept, told.failed.length]).toEqual([[0], 1]);
  });
});
