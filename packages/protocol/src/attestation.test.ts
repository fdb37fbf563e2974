import { describe, expect, it } from 'vitest';
import { toAddress } from './address.js';
import { attestationMessage, type DeploymentId, deriveDeploymentId } from './attestation.js';
import type { FeedId } from './feed-id.js';
import type { SourceId } from './source-id.js';
import { SOURCE_FORM, toForm } from './form.js';
import { unixMs } from './units.js';

const programId = toAddress(new Uint8Array(32).fill(9));
function word(fill: number): Uint8Array {
  return new Uint8Array(32).fill(fill);
}

const input = {
  deploymentId: word(1) as DeploymentId,
  feedId: word(2) as FeedId,
  value: word(3),
  sourceId: word(4) as SourceId,
  registryVersion: 5n,
  signaturesRequired: 6,
  form: SOURCE_FORM,
  timestampMs: unixMs(7),
  observedAtMs: unixMs(7),
};

describe('deriveDeploymentId', () => {
  it.each(['', 'solana', 'solana:', ':x', 'SOLANA:x', 'solana:a b', `solana:${'x'.repeat(33)}`, 'solana:x\n'])(
    'refuses %j, which is no CAIP-2 id',
    (network) => {
      expect(() => deriveDeploymentId({ programId, network })).toThrow(RangeError);
    },
  );

  it('differs between two networks of one program', () => {
    expect(deriveDeploymentId({ programId, network: 'solana:a' })).not.toEqual(deriveDeploymentId({ programId, network: 'solana:b' }));
  });
});

describe('attestationMessage', () => {
  const changes: [string, Partial<typeof input>][] = [
    ['deployment', { deploymentId: word(0) as DeploymentId }],
    ['feed', { feedId: word(0) as FeedId }],
    ['value', { value: word(0) }],
    ['source', { sourceId: word(0) as SourceId }],
    ['registry version', { registryVersion: 6n }],
    ['quorum', { signaturesRequired: 7 }],
    ['form', { form: toForm(2) }],
    ['time', { timestampMs: unixMs(8) }],
    ['stamp', { observedAtMs: unixMs(8) }],
  ];

  it.each(changes)('binds the %s', (_, change) => {
    expect(attestationMessage({ ...input, ...change })).not.toEqual(attestationMessage(input));
  });

  it.each(['deploymentId', 'feedId', 'value', 'sourceId'] as const)(
    'refuses a %s of another width, which would shift later fields',
    (name) => {
      expect(() => attestationMessage({ ...input, [name]: new Uint8Array(31) })).toThrow(TypeError);
    },
  );

  it.each([-1n, 2n ** 64n])('refuses registry version %s, which is no u64', (registryVersion) => {
    expect(() => attestationMessage({ ...input, registryVersion })).toThrow(RangeError);
  });
});
