import { x25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { toHex } from '../hex.js';
import { deriveSourceId } from '../source-id.js';
import { fromHex } from '../hex.js';
import type { ApiConfig } from '../api-config.js';
import { type EncryptionKeyPair, openSecrets } from './open-secrets.js';
import { sealSecrets, type SecretsToSeal } from './seal-secrets.js';

function pair(fill: number): EncryptionKeyPair {
  const secretKey = new Uint8Array(32).fill(fill);
  return { secretKey, publicKey: x25519.getPublicKey(secretKey) };
}

const nodes = [1, 2, 3].map((fill) => ({ index: fill * 10, encryptionPublicKey: toHex(pair(fill).publicKey) }));
const apiConfig: ApiConfig = { url: 'https://a.example/', method: 'GET', headers: { Authorization: 'Bearer {{secret.key}}' } };
const honest: SecretsToSeal = { apiConfig, nodes, secrets: { key: 'c0ffee' }, notAfter: 2_000_000_000 };

function open(bundle: ReturnType<typeof sealSecrets>, config: ApiConfig, keys = [pair(2)]) {
  const { ephemeralPub, nonceSym, ciphertext } = bundle;
  const [sealedPub, nonce, sealedText, envelope] = [ephemeralPub, nonceSym, ciphertext, bundle.envelopes['20'] ?? ''].map((text) =>
    fromHex(text),
  );
  const sealed = { ephemeralPub: sealedPub!, nonceSym: nonce!, ciphertext: sealedText!, envelope: envelope! };
  return openSecrets({ sealed, sourceId: deriveSourceId(config), nodeIndex: 20, keys });
}

describe('sealSecrets', () => {
  it('seals for each node of the list, under its index', () => {
    expect(Object.keys(sealSecrets(honest).envelopes)).toEqual(['10', '20', '30']);
  });

  it('hides every secret: nothing of it is in the bundle', () => {
    const text = JSON.stringify(sealSecrets(honest));
    expect(text).not.toContain('c0ffee');
    expect(text).not.toContain(Buffer.from('c0ffee').toString('hex'));
  });

  it('is opened by a node that has changed its key, as long as it keeps the one before', () => {
    const bundle = sealSecrets(honest);
    expect(open(bundle, apiConfig, [pair(9), pair(2)]).values.get('key')).toBe('c0ffee');
    expect(() => open(bundle, apiConfig, [pair(9)])).toThrow(expect.objectContaining({ reason: 'undecryptable' }));
  });

  it('is opened for no other source, whatever is different about it', () => {
    const bundle = sealSecrets(honest);
    for (const changes of [{ url: 'https://b.example/' }, { method: 'POST' as const }, { headers: { A: 'Bearer {{secret.key}}' } }]) {
      expect(() => open(bundle, { ...apiConfig, ...changes })).toThrow(expect.objectContaining({ reason: 'undecryptable' }));
    }
  });

  it('never makes the same bundle twice', () => {
    const [first, second] = [sealSecrets(honest), sealSecrets(honest)];
    expect(first.ephemeralPub).not.toBe(second.ephemeralPub);
    expect(first.nonceSym).not.toBe(second.nonceSym);
    expect(first.ciphertext).not.toBe(second.ciphertext);
  });

  it('wipes the keys it has drawn', () => {
    const drawn: Uint8Array[] = [];
    const random = (length: number): Uint8Array => {
      const bytes = crypto.getRandomValues(new Uint8Array(length));
      drawn.push(bytes);
      return bytes;
    };
    sealSecrets(honest, { random });
    expect(drawn.filter(({ length }) => length === 32)).toEqual([new Uint8Array(32), new Uint8Array(32)]);
  });

  it.each([
    ['a placeholder without a secret', { secrets: {} }, 'a placeholder of the source has no secret'],
    ['a secret without a placeholder', { secrets: { key: 'a', other: 'b' } }, 'no placeholder of the source asks for "other"'],
    ['a secret that makes no legal header', { secrets: { key: 'a\r\nb: c' } }, 'is not legal'],
    ['a source without a placeholder', { apiConfig: { url: 'https://a.example/', method: 'GET' as const }, secrets: {} }, 'placeholder'],
    ['no nodes', { nodes: [] }, 'must not be empty'],
    ['an index twice', { nodes: [nodes[0]!, nodes[0]!] }, 'an index occurs twice'],
    ['a key of another width', { nodes: [{ index: 0, encryptionPublicKey: '0x00' }] }, 'must have 64 digits'],
    ['a key of small order', { nodes: [{ index: 0, encryptionPublicKey: toHex(new Uint8Array(32)) }] }, 'small order'],
    ['an index that is no byte', { nodes: [{ ...nodes[0]!, index: 256 }] }, 'u8'],
    ['a life that is no time', { notAfter: 1.5 }, 'unix seconds'],
    ['an owner that is no address', { owner: 'me' }, 'must be the base58 form of 32 bytes'],
  ])('refuses %s', (_what, changes, rule) => {
    expect(() => sealSecrets({ ...honest, ...changes })).toThrow(rule);
  });

  it('never repeats a secret in an error', () => {
    const seal = () => sealSecrets({ ...honest, secrets: { key: 'c0ffee\n' } });
    expect(seal).toThrow(expect.objectContaining({ message: expect.not.stringContaining('c0ffee') as unknown }));
  });
});
