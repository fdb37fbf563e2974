import { describe, expect, it } from 'vitest';
import { nodeOfRegistry } from './node-of-registry.js';

function key(byte: number): Uint8Array {
  return new Uint8Array(64).fill(byte);
}
const registry = { keys: [key(1), null, key(3)] };

describe('nodeOfRegistry', () => {
  it('is the key of the registry where the account holds the same one', () => {
    expect(nodeOfRegistry({ index: 2, publicKey: key(3) }, registry)).toEqual(key(3));
  });

  it.each([
    ['holds the next key already', { index: 0, publicKey: key(9) }],
    ['holds the key of another index', { index: 0, publicKey: key(3) }],
    ['belongs to a node that was removed', { index: 1, publicKey: key(2) }],
    ['belongs to an index that the registry does not have', { index: 3, publicKey: key(4) }],
  ])('is null for an account that %s', (_case, node) => {
    expect(nodeOfRegistry(node, registry)).toBeNull();
  });
});
