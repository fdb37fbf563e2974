import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/ed25519.json' with { type: 'json' };
import { verifyEd25519 } from './ed25519.js';
import { fromHex } from './hex.js';

describe('Ed25519 acceptance', () => {
  it.each(file.vectors)('$name: accepted is $accepted', ({ signature, message, publicKey, accepted }) => {
    expect(verifyEd25519({ signature: fromHex(signature), message: fromHex(message), publicKey: fromHex(publicKey) })).toBe(accepted);
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
