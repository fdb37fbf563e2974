import { nativeSha256 } from '@oracle-gateway/protocol/node';
import type { RandomBytes } from '@oracle-gateway/schnorr/signing';

const NONCE_BYTES = 16;
const COUNT_BYTES = 8;

/**
 * Stand-in for the gateway's nonce in batches that are pushed over one stream: sha256(the gateway's fresh key of the stream ‖ number of the
 * batch ‖ 16 random bytes), cut to 16 bytes. The key comes from the gateway's machine. So copies of this process make other pairs on
 * streams of their own, whatever their random source and clock do. The number keeps batches of one stream apart.
 */
export function createPushNonces(deps: { readonly gatewayKey: Uint8Array; readonly random: RandomBytes }): () => Uint8Array {
  // A copy: the key is a view of the handshake.
  const gatewayKey = Uint8Array.from(deps.gatewayKey);
  let count = 0n;
  return () => {
    const number = Buffer.alloc(COUNT_BYTES);
    number.writeBigUInt64LE(count);
    count += 1n;
    return nativeSha256(Buffer.concat([gatewayKey, number, deps.random(NONCE_BYTES)])).subarray(0, NONCE_BYTES);
  };
}
