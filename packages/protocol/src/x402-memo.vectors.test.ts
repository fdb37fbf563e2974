import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/x402-memo.json' with { type: 'json' };
import { toAddress } from './address.js';
import { fromHex } from './hex.js';
import type { SourceId } from './source-id.js';
import { x402RequestMemo } from './x402-memo.js';

describe('memo of a paid request', () => {
  it.each(file.vectors)('for registry version $registryVersion matches the vector', (vector) => {
    const memo = x402RequestMemo({
      programId: toAddress(fromHex(vector.programId)),
      gateway: toAddress(fromHex(vector.gateway)),
      sourceId: fromHex(vector.sourceId) as SourceId,
      signaturesRequired: vector.signaturesRequired,
      registryVersion: BigInt(vector.registryVersion),
    });
    expect(memo).toBe(vector.memo);
  });
});
