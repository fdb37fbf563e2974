import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/node-request.json' with { type: 'json' };
import { toAddress } from './address.js';
import type { DeploymentId } from './attestation.js';
import { fromHex, toHex } from './hex.js';
import { nativeSha256 } from './node/index.js';
import { nodeRequestHash } from './node-request.js';
import { unixMs } from './units.js';

describe('node request hash', () => {
  it.each(file.vectors)('of $path to node $nodeIndex matches the vector', (vector) => {
    const request = {
      deploymentId: fromHex(vector.deploymentId) as DeploymentId,
      gateway: toAddress(fromHex(vector.gateway)),
      nodeIndex: vector.nodeIndex,
      timeMs: unixMs(vector.timeMs),
      path: vector.path,
      body: fromHex(vector.body),
    };
    expect(toHex(nodeRequestHash(request))).toBe(vector.hash);
    expect(toHex(nodeRequestHash(request, { sha256: nativeSha256 }))).toBe(vector.hash);
  });
});
