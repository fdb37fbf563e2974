import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, it } from 'vitest';
import { signMessage } from './sign-message.js';

it.each([0, 1, 32, 1_232])('signs %i bytes as every other implementation of Ed25519 does', (length) => {
  const { secretKey, publicKey } = ed25519.keygen(new Uint8Array(32).fill(length % 256));
  const message = Uint8Array.from({ length }, (_, index) => index % 256);
  expect(signMessage(message, Uint8Array.of(...secretKey, ...publicKey))).toEqual(ed25519.sign(message, secretKey));
});
