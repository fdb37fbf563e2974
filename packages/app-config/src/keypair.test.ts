import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { readKeypair } from './keypair.js';

function keypair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = [...privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)];
  const key = [...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)];
  return { seed, key, publicKey };
}

function read(text: string) {
  return readKeypair({ name: 'the.key', text });
}

describe('readKeypair', () => {
  it('signs with the key whose address it names, a node request by its hash', async () => {
    const { seed, key, publicKey } = keypair();
    const parsed = read(JSON.stringify([...seed, ...key]));
    expect([...parsed.address]).toEqual(key);
    const message = new Uint8Array([1, 2, 3]);
    expect(verify(null, message, publicKey, await parsed.sign('transaction', message))).toBe(true);
    const hash = createHash('sha256').update(message).digest();
    expect(verify(null, hash, publicKey, await parsed.sign('node_request', message))).toBe(true);
  });

  it('refuses halves that do not belong together', () => {
    expect(() => read(JSON.stringify([...keypair().seed, ...keypair().key]))).toThrow(
      new ConfigError('the.key', 'must hold a keypair whose public key belongs to its secret key'),
    );
  });

  it.each([
    '',
    '{}',
    '[]',
    '[1]',
    JSON.stringify(Array.from({ length: 64 }, () => 256)),
    JSON.stringify(Array.from({ length: 64 }, () => '1')),
  ])('refuses %s, and repeats nothing of it', (text) => {
    expect(() => read(text)).toThrow(new ConfigError('the.key', 'must hold a keypair: a JSON array of 64 bytes'));
  });

  it('does not show the secret half when it is printed', () => {
    const { seed, key } = keypair();
    const parsed = read(JSON.stringify([...seed, ...key]));
    expect(JSON.stringify(parsed)).not.toContain(JSON.stringify(seed).slice(1, -1));
  });
});
