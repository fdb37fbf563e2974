import type { SealedSecretsHex } from '@oracle-gateway/node-api';
import { toHex, type SourceId } from '@oracle-gateway/protocol';
import { createCipheriv, createHash, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto';

/** RFC 8410: SPKI of an X25519 key is this prefix and the key. */
const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');

/** Seals any plaintext for one node: what a caller can send who does not use `sealSecrets`. */
export function sealByHand(input: {
  readonly plaintext: object;
  readonly sourceId: SourceId;
  readonly index: number;
  readonly publicKey: Uint8Array;
}): SealedSecretsHex {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const ephemeralPub = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const nodeKey = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, input.publicKey]), format: 'der', type: 'spki' });
  const [key, nonceSym] = [randomBytes(32), randomBytes(12)];
  const aad = Buffer.concat([Buffer.from('SVC_SEALED_CONFIG_V1'), input.sourceId]);
  const ciphertext = encrypt(key, nonceSym, Buffer.from(JSON.stringify(input.plaintext)), aad);
  const digest = createHash('sha256').update(nonceSym).update(ciphertext).digest();
  const info = Buffer.concat([Buffer.from('SVC_ENVELOPE_V1'), input.sourceId, Buffer.from([input.index]), digest]);
  const shared = diffieHellman({ privateKey, publicKey: nodeKey });
  const kek = Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ephemeralPub, input.publicKey]), info, 32));
  const envelope = encrypt(kek, Buffer.alloc(12), key, Buffer.alloc(0));
  return { ephemeralPub: toHex(ephemeralPub), nonceSym: toHex(nonceSym), ciphertext: toHex(ciphertext), envelope: toHex(envelope) };
}

function encrypt(key: Buffer, nonce: Buffer, plaintext: Buffer, aad: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 });
  cipher.setAAD(aad, { plaintextLength: plaintext.length });
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}
