import { describe, expect, it } from 'vitest';
import messages from '@oracle-gateway/vectors/attestation-message.json' with { type: 'json' };
import deployments from '@oracle-gateway/vectors/deployment-id.json' with { type: 'json' };
import { toAddress } from './address.js';
import { attestationMessage, type DeploymentId, deriveDeploymentId } from './attestation.js';
import type { FeedId } from './feed-id.js';
import { toForm } from './form.js';
import { fromHex, toHex } from './hex.js';
import type { SourceId } from './source-id.js';
import { unixMs } from './units.js';

describe('deployment id', () => {
  it.each(deployments.vectors)('of $network matches the vector', (vector) => {
    expect(toHex(deriveDeploymentId({ programId: toAddress(fromHex(vector.programId)), network: vector.network }))).toBe(vector.hash);
  });
});

describe('attestation message', () => {
  it.each(messages.vectors)('of registry version $registryVersion matches the vector', (vector) => {
    const message = attestationMessage({
      deploymentId: fromHex(vector.deploymentId) as DeploymentId,
      feedId: fromHex(vector.feedId) as FeedId,
      value: fromHex(vector.value),
      sourceId: fromHex(vector.sourceId) as SourceId,
      registryVersion: BigInt(vector.registryVersion),
      signaturesRequired: vector.signaturesRequired,
      form: toForm(vector.form),
      timestampMs: unixMs(vector.timestampMs),
      observedAtMs: unixMs(vector.observedAtMs),
    });
    expect(toHex(message)).toBe(vector.hash);
  });
});
