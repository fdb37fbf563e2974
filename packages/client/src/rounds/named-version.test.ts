import { describe, expect, it } from 'vitest';
import { CONFIG, fakeIo, fakeLedger, REGISTRY } from '../../tests/fake-io.js';
import { isNamedVersionOnLedger } from './named-version.js';

function io(registries: readonly (typeof REGISTRY | null)[], config = CONFIG) {
  const left = [...registries];
  const view = () => Promise.resolve({ config, registry: (left.length > 1 ? left.shift() : left[0]) ?? null });
  return fakeIo(() => ({}), { ledger: fakeLedger({ view }) });
}

describe('a registry version that a gateway names', () => {
  it('is good at once when the ledger has it', async () => {
    const deps = io([REGISTRY]);
    expect(await isNamedVersionOnLedger(deps, 3)).toBe(true);
    expect(deps.waited).toEqual([]);
  });

  it('is waited for where the RPC server lags behind, and not for long', async () => {
    expect(await isNamedVersionOnLedger(io([null, null, REGISTRY]), 3)).toBe(true);
    const never = io([null]);
    expect(await isNamedVersionOnLedger(never, 4)).toBe(false);
    expect(never.waited).toHaveLength(3);
  });

  it('is refused where no answer of it would be accepted', async () => {
    const ended = io([REGISTRY], { ...CONFIG, oldestAcceptedVersion: 4n });
    await expect(isNamedVersionOnLedger(ended, 3)).rejects.toMatchObject({ reason: 'registry_version_ended' });
    await expect(isNamedVersionOnLedger(io([{ ...REGISTRY, acceptUntil: 1n }]), 3)).rejects.toMatchObject({
      reason: 'registry_version_retired',
    });
  });

  it('is not waited for once the signal has aborted', async () => {
    const reason = new Error('enough');
    await expect(isNamedVersionOnLedger(io([null]), 4, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
