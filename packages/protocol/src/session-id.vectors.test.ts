import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/session-id.json' with { type: 'json' };
import { toAddress } from './address.js';
import type { DeploymentId } from './attestation.js';
import type { FeedId } from './feed-id.js';
import { toForm } from './form.js';
import { fromHex, toHex } from './hex.js';
import { deriveSessionId } from './session-id.js';
import type { SourceId } from './source-id.js';
import { unixMs } from './units.js';

function inputOf(vector: (typeof file.vectors)[number]): Parameters<typeof deriveSessionId>[0] {
  return {
    deploymentId: fromHex(vector.deploymentId) as DeploymentId,
    gateway: toAddress(fromHex(vector.gateway)),
    feedId: fromHex(vector.feedId) as FeedId,
    sourceId: fromHex(vector.sourceId) as SourceId,
    signaturesRequired: vector.signaturesRequired,
    registryVersion: BigInt(vector.registryVersion),
    timestampMs: unixMs(vector.timestampMs),
    form: toForm(vector.form),
    observedAtMs: unixMs(vector.observedAtMs),
    eligible: vector.eligible,
    gatewayNonce: fromHex(vector.gatewayNonce),
  };
}

const honest = inputOf(file.vectors[1]!);

describe('session id', () => {
  it.each(file.vectors)('of $eligible.length nodes matches the vector', (vector) => {
    expect(toHex(deriveSessionId(inputOf(vector)))).toBe(vector.hash);
  });

  it.each([[[2, 1]], [[1, 1]], [[0, 5, 4]]])('refuses the indices %j, which are not strictly ascending', (eligible) => {
    expect(() => deriveSessionId({ ...honest, eligible })).toThrow(RangeError);
  });

  it.each([[[256]], [[-1, 0]], [[0.5]]])('refuses the indices %j, which are no bytes', (eligible) => {
    expect(() => deriveSessionId({ ...honest, eligible })).toThrow(RangeError);
  });

  it('refuses a nonce of another width', () => {
    expect(() => deriveSessionId({ ...honest, gatewayNonce: new Uint8Array(15) })).toThrow(TypeError);
  });
});
