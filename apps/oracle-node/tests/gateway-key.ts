import { toAddress, type Address } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { PROGRAM_ID } from './ledger-fake.js';

/** DER of an Ed25519 private key up to its 32 bytes (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
/** DER of an Ed25519 public key up to its 32 bytes. */
const SPKI_HEAD_BYTES = 12;

interface GatewayKey {
  readonly authority: Address;
  /** The account that was registered with this key. */
  readonly gateway: Address;
  readonly privateKey: KeyObject;
}

/** Gateway keys by secret key in hex: tests sign thousands of requests with a few keys. */
const known = new Map<string, GatewayKey>();

export function authorityOf(secretKey: Uint8Array): Address {
  return gatewayKeyOf(secretKey).authority;
}

/** The Gateway account that was registered with this key. */
export function gatewayOf(secretKey: Uint8Array): Address {
  return gatewayKeyOf(secretKey).gateway;
}

/** Signs with the Ed25519 of Node, which takes a fraction of the time. */
export function signAs(secretKey: Uint8Array, message: Uint8Array): Uint8Array {
  return Uint8Array.from(sign(null, message, gatewayKeyOf(secretKey).privateKey));
}

function gatewayKeyOf(secretKey: Uint8Array): GatewayKey {
  const name = Buffer.from(secretKey).toString('hex');
  const key = known.get(name) ?? decodeKey(secretKey);
  known.set(name, key);
  return key;
}

function decodeKey(secretKey: Uint8Array): GatewayKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, secretKey]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const authority = toAddress(publicKey.subarray(SPKI_HEAD_BYTES));
  return { authority, gateway: gatewayAddress(PROGRAM_ID, authority), privateKey };
}
