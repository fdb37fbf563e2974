import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/ed25519.json' with { type: 'json' };
import { verifyEd25519 } from '../ed25519.js';
import { fromHex } from '../hex.js';
import { createNativeEd25519Verifier } from './native-ed25519.js';

describe('Ed25519 on the native curve', () => {
  it.each(file.vectors)('$name: accepted is $accepted', ({ signature, message, publicKey, accepted }) => {
    const verify = createNativeEd25519Verifier({ maxKeys: 2 });
    const input = { signature: fromHex(signature), message: fromHex(message), publicKey: fromHex(publicKey) };
    for (let turn = 0; turn < 3; turn += 1) expect(verify(input)).toBe(accepted);
  });

  it('agrees with the rule on signatures that were changed anywhere, and on points of small order with torsion added', () => {
    const verify = createNativeEd25519Verifier({ maxKeys: 8 });
    const torsion = ed25519.Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const change = fc.record({ place: fc.nat(95), value: fc.nat(255), torsions: fc.nat(7), addedTo: fc.constantFrom('none', 'R', 'A') });
    fc.assert(
      fc.property(bytes, fc.uint8Array({ maxLength: 40 }), fc.option(change), (secretKey, message, changed) => {
        const parts = Buffer.concat([ed25519.sign(message, secretKey), ed25519.getPublicKey(secretKey)]);
        if (changed !== null) {
          parts[changed.place] = changed.value;
          const at = changed.addedTo === 'R' ? 0 : 64;
          const whole = parts.subarray(at, at + 32);
          if (changed.addedTo !== 'none' && changed.torsions > 0 && isPoint(whole)) {
            whole.set(
              ed25519.Point.fromBytes(whole)
                .add(torsion.multiplyUnsafe(BigInt(changed.torsions)))
                .toBytes(),
            );
          }
        }
        const input = { signature: parts.subarray(0, 64), message, publicKey: parts.subarray(64) };
        expect(verify(input)).toBe(verifyEd25519(input));
      }),
      { numRuns: 400 },
    );
  });

  it.each([63, 65, 0])('a signature of %i bytes is refused', (length) => {
    const publicKey = ed25519.getPublicKey(new Uint8Array(32).fill(1));
    expect(createNativeEd25519Verifier({ maxKeys: 1 })({ signature: new Uint8Array(length), message: publicKey, publicKey })).toBe(false);
  });
});

function isPoint(encoded: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(encoded);
    return true;
  } catch {
    return false;
  }
}
