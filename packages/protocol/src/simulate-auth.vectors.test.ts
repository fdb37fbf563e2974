import { describe, expect, it } from 'vitest';
import agentFile from '@oracle-gateway/vectors/agent-request-auth.json' with { type: 'json' };
import requestFile from '@oracle-gateway/vectors/request-auth.json' with { type: 'json' };
import file from '@oracle-gateway/vectors/simulate-auth.json' with { type: 'json' };
import { toAddress } from './address.js';
import type { DeploymentId } from './attestation.js';
import { fromHex, toHex } from './hex.js';
import { simulateAuthHash } from './simulate-auth.js';
import type { SourceId } from './source-id.js';
import { unixSeconds } from './units.js';

describe('simulate authorization hash', () => {
  it.each(file.vectors)('at $timestampSeconds s matches the vector', (vector) => {
    const hash = simulateAuthHash({
      deploymentId: fromHex(vector.deploymentId) as DeploymentId,
      gateway: toAddress(fromHex(vector.gateway)),
      sourceId: fromHex(vector.sourceId) as SourceId,
      key: toAddress(fromHex(vector.key)),
      owner: toAddress(fromHex(vector.owner)),
      timestampSeconds: unixSeconds(vector.timestampSeconds),
    });
    expect(toHex(hash)).toBe(vector.hash);
  });

  it('differs from every hash that orders a round', () => {
    const ordering = [...requestFile.vectors, ...agentFile.vectors].map(({ hash }) => hash);
    expect(file.vectors.filter(({ hash }) => ordering.includes(hash))).toEqual([]);
  });

  it('refuses a source id of another length', () => {
    const key = toAddress(new Uint8Array(32).fill(7));
    const input = { deploymentId: new Uint8Array(32) as DeploymentId, gateway: key, key, owner: key, timestampSeconds: unixSeconds(1) };
    expect(() => simulateAuthHash({ ...input, sourceId: new Uint8Array(31) as SourceId })).toThrow(/sourceId/);
  });
});
