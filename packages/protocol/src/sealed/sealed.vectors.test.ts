import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/sealed-secrets.json' with { type: 'json' };
import { formatAddress, parseAddress } from '../address.js';
import { fromHex, toHex } from '../hex.js';
import type { SourceId } from '../source-id.js';
import { encrypt } from './aead.js';
import { sealEnvelope } from './envelope.js';
import { type EncryptionKeyPair, openSecrets } from './open-secrets.js';
import { ciphertextAad } from './seal-secrets.js';
import { encodeSecrets } from './secrets.js';
import { unixSeconds } from '../units.js';
import { x25519 } from '@noble/curves/ed25519.js';

function pairOf(secretKey: string): EncryptionKeyPair {
  const bytes = fromHex(secretKey);
  return { secretKey: bytes, publicKey: x25519.getPublicKey(bytes) };
}

type Plain = Readonly<Record<'ephemeralPub' | 'nonceSym' | 'ciphertext' | 'envelope', string>>;

function sealedOf({ ephemeralPub, nonceSym, ciphertext, envelope }: Plain) {
  return {
    ephemeralPub: fromHex(ephemeralPub),
    nonceSym: fromHex(nonceSym),
    ciphertext: fromHex(ciphertext),
    envelope: fromHex(envelope),
  };
}

describe.each(file.vectors)('sealed secrets for $nodes.length nodes', (vector) => {
  const sourceId = fromHex(vector.sourceId) as SourceId;
  const { encKeyBundle } = vector;

  it('are made of the plaintext, the ciphertext and the envelopes of the vector', () => {
    const owner = vector.owner === null ? null : parseAddress(vector.owner);
    const values = new Map(Object.entries(vector.secrets as Record<string, string>));
    const plaintext = encodeSecrets({ values, notAfter: unixSeconds(vector.notAfter), owner });
    expect(new TextDecoder().decode(plaintext)).toBe(vector.plaintext);

    const [bundleKey, nonceSym] = [fromHex(vector.k), fromHex(encKeyBundle.nonceSym)];
    const ciphertext = encrypt({ key: bundleKey, nonce: nonceSym, aad: ciphertextAad(sourceId) }, plaintext);
    expect(toHex(ciphertext)).toBe(encKeyBundle.ciphertext);

    const ephemeralSecret = fromHex(vector.ephemeralSecret);
    const ephemeralPub = x25519.getPublicKey(ephemeralSecret);
    expect(toHex(ephemeralPub)).toBe(encKeyBundle.ephemeralPub);
    const envelopes = vector.nodes.map(({ index, encryptionPublicKey }) => {
      const keys = { ephemeralSecret, ephemeralPub, nodePublicKey: fromHex(encryptionPublicKey) };
      return [String(index), toHex(sealEnvelope({ sourceId, nodeIndex: index, nonceSym, ciphertext }, keys, bundleKey))];
    });
    expect(Object.fromEntries(envelopes)).toEqual(encKeyBundle.envelopes);
  });

  it('are opened by each node with its own envelope', () => {
    for (const { index, secretKey } of vector.nodes) {
      const envelope = (encKeyBundle.envelopes as Record<string, string>)[index] ?? '';
      const sealed = sealedOf({ ...encKeyBundle, envelope });
      const opened = openSecrets({ sealed, sourceId, nodeIndex: index, keys: [pairOf(secretKey)] });
      expect(Object.fromEntries(opened.values)).toEqual(vector.secrets);
      expect(opened.notAfter).toBe(vector.notAfter);
      expect(opened.owner === null ? null : formatAddress(opened.owner)).toBe(vector.owner);
    }
  });
});

describe('a node refuses to open', () => {
  const { index: nodeIndex, secretKey } = file.opener;
  const sourceId = fromHex(file.opener.sourceId) as SourceId;

  it.each(file.refused)('$name', ({ sealed, reason }) => {
    const open = () => openSecrets({ sealed: sealedOf(sealed), sourceId, nodeIndex, keys: [pairOf(secretKey)] });
    expect(open).toThrow(expect.objectContaining({ name: 'SealedSecretsError', reason }));
  });
});
