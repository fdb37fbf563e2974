import type { SignedRegistrySnapshot } from '@oracle-gateway/schnorr';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openRoom, verdictOf } from '../../../tests/fakes/snapshot-room.js';

/** Small here; `SNAPSHOT_RUNS=1000` for a long run. */
const numRuns = Number(process.env['SNAPSHOT_RUNS'] ?? 30);
/** A run takes 200 ms at most; the machine may be shared. */
const timeoutMs = 60_000 + numRuns * 2_000;
const SETS = [
  [0, 1, 2],
  [1, 2, 3],
  [0, 2, 3, 4],
] as const;
/** Leases end in it, and the nodes' clocks reach every time that was asked for. */
const QUIET_MS = 120_000;
/** More than a chain of changes can need. */
const QUIET_SWEEPS = 6;

const change = fc.record({ kind: fc.constant('change' as const), set: fc.constantFrom(...SETS), emergency: fc.boolean() });
/** Changes of the registry that come at a reading of the ledger within the sweep. */
const sweep = fc.record({ kind: fc.constant('sweep' as const), changesAtRead: fc.array(fc.nat(6), { maxLength: 2 }) });
const wait = fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 400, 1_000, 25_000, 7 * 86_400_000) });
const steps = fc.array(fc.oneof(change, sweep, sweep, wait), { minLength: 1, maxLength: 8 });

it(
  'a chain that took any snapshot ever signed comes to the current version by the kept ones, in the order of their times',
  () =>
    fc.assert(
      fc.asyncProperty(steps, async (drawn) => {
        const room = openRoom();
        for (const step of drawn) {
          if (step.kind === 'change') room.change(step.set, { emergency: step.emergency });
          else if (step.kind === 'wait') room.clock.ms += step.ms;
          else {
            let reads = 0;
            room.ledger.onRead = () => {
              if (step.changesAtRead.includes((reads += 1))) room.change(SETS[reads % SETS.length]!);
            };
            await room.sweep();
            room.ledger.onRead = () => undefined;
          }
        }
        for (let quiet = 0; quiet < QUIET_SWEEPS; quiet += 1) {
          room.clock.ms += QUIET_MS;
          await room.sweep();
        }
        expect(room.told.failed).toEqual([]);
        const current = room.ledger.config.registryVersion;
        for (const taken of room.told.made) expect(await followed(taken, room)).toBe(current);
      }),
      { numRuns },
    ),
  timeoutMs,
);

/** The version to which a chain comes that took this snapshot, as contracts judge: each later than the one before. */
async function followed(taken: SignedRegistrySnapshot, { store }: ReturnType<typeof openRoom>): Promise<bigint> {
  let { version, signedAtSeconds } = taken.snapshot;
  for (;;) {
    const kept = await store.read(version);
    const next = kept?.signed.snapshot;
    if (kept === null || next === undefined || next.signedAtSeconds <= signedAtSeconds) return version;
    expect(verdictOf(kept)).toMatchObject({ ok: true });
    ({ version, signedAtSeconds } = next);
    if (next.signerVersion === version) return version;
  }
}
