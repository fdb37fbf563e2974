import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import file from '../../../vectors/ed25519.json' with { type: 'json' };
import { createEd25519Verifier, verifyEd25519 } from './ed25519.js';
import { fromHex } from './hex.js';

describe('Ed25519 acceptance', () => {
  it.each(file.vectors)('$name: accepted is $accepted', ({ signature, message, publicKey, accepted }) => {
    expect(verifyEd25519({ signature: fromHex(signature), message: fromHex(message), publicKey: fromHex(publicKey) })).toBe(accepted);
  });

  it('is the same for a verifier that remembers keys, however often it is asked', () => {
    const verify = createEd25519Verifier({ maxKeys: 2 });
    for (let turn = 0; turn < 10; turn += 1) {
      for (const { signature, message, publicKey, accepted } of file.vectors) {
        expect(verify({ signature: fromHex(signature), message: fromHex(message), publicKey: fromHex(publicKey) })).toBe(accepted);
      }
    }
  });

  it('is not what the curve library decides by itself, so the vectors can tell the difference', () => {
    const libraryAccepts = ({ signature, message, publicKey }: (typeof file.vectors)[number]): boolean => {
      try {
        return ed25519.verify(fromHex(signature), fromHex(message), fromHex(publicKey), { zip215: false });
      } catch {
        return false;
      }
    };
    const different = file.vectors.filter((vector) => libraryAccepts(vector) !== vector.accepted).map(({ name }) => name);
    expect(different).toContain('nonce point plus torsion');
  });
});
