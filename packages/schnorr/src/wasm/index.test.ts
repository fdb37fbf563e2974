import { describe, expect, it } from 'vitest';
import own from '@oracle-gateway/vectors/schnorr-signature.json' with { type: 'json' };
import { hex } from '../../tests/bytes.js';
import { createWasmVerify } from './index.js';

// Its verdicts on all vectors are compared with every other backend in verify.vectors.test.ts and verify.property.test.ts.
describe('createWasmVerify', () => {
  it('makes verifiers that keep nothing between two calls', async () => {
    const verify = await createWasmVerify();
    const inputs = own.vectors.map(({ publicKey, message, s, commitment }) => ({
      publicKey: hex(publicKey),
      message: hex(message),
      s: hex(s),
      commitment: hex(commitment),
    }));
    const expected = own.vectors.map(({ valid }) => valid);
    expect(inputs.map(verify)).toEqual(expected);
    expect(inputs.toReversed().map(verify)).toEqual(expected.toReversed());
  });
});
