import { fromHex } from '@oracle-gateway/protocol';
import { ENVELOPE_BYTES, MAX_CIPHERTEXT_BYTES, type SealedForNode, SEALED_NONCE_BYTES } from '@oracle-gateway/protocol/sealed';
import type { Static } from '@sinclair/typebox';
import { closedObject, hexBytes, hexBytesUpTo } from './fields.js';

/** Sealed secrets of a caller, with the envelope of the asked node only (protocol, Sealed secrets). */
export const SealedSecretsHex = closedObject({
  ephemeralPub: hexBytes(32),
  nonceSym: hexBytes(SEALED_NONCE_BYTES),
  ciphertext: hexBytesUpTo(MAX_CIPHERTEXT_BYTES),
  envelope: hexBytes(ENVELOPE_BYTES),
});
export type SealedSecretsHex = Static<typeof SealedSecretsHex>;

/** Decodes sealed secrets that have passed a parser. */
export function readSealedSecrets({ ephemeralPub, nonceSym, ciphertext, envelope }: SealedSecretsHex): SealedForNode {
  return {
    ephemeralPub: fromHex(ephemeralPub, 32),
    nonceSym: fromHex(nonceSym, SEALED_NONCE_BYTES),
    ciphertext: fromHex(ciphertext),
    envelope: fromHex(envelope, ENVELOPE_BYTES),
  };
}
