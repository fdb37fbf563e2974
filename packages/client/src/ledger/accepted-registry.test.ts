import { describe, expect, it } from 'vitest';
import { CONFIG, NOW_SECONDS, REGISTRY } from '../../tests/fake-io.js';
import { acceptedRegistry } from './accepted-registry.js';

const NOW_MS = NOW_SECONDS * 1000;
const acceptUntil = BigInt(NOW_SECONDS);

describe('a registry version', () => {
  it('is accepted until the second of its end, that second included', () => {
    const registry = { ...REGISTRY, acceptUntil };
    expect(acceptedRegistry({ config: CONFIG, registry }, NOW_MS + 999)).toBe(registry);
    expect(() => acceptedRegistry({ config: CONFIG, registry }, NOW_MS + 1_000)).toThrow(
      expect.objectContaining({ reason: 'registry_version_retired' }),
    );
  });

  it('has ended where it is older than the oldest accepted one, whatever its own account says', () => {
    const config = { ...CONFIG, oldestAcceptedVersion: REGISTRY.version + 1n };
    expect(() => acceptedRegistry({ config, registry: REGISTRY }, NOW_MS)).toThrow(
      expect.objectContaining({ reason: 'registry_version_ended' }),
    );
    expect(acceptedRegistry({ config: { ...config, oldestAcceptedVersion: REGISTRY.version }, registry: REGISTRY }, NOW_MS)).toBe(REGISTRY);
  });

  it('is unknown where the ledger does not have it', () => {
    expect(() => acceptedRegistry({ config: CONFIG, registry: null }, NOW_MS)).toThrow(
      expect.objectContaining({ reason: 'unknown_registry_version' }),
    );
  });
});
