import { x402AuthorizationKey } from '@oracle-gateway/protocol';

/** The smallest transaction there is, told from others by a number: nothing is in it but who pays its fee. */
export function paymentTransaction(number: number): { readonly wire: Uint8Array; readonly messageHash: Uint8Array } {
  const feePayer = new Uint8Array(32).fill(1);
  const blockhash = new Uint8Array(32);
  new DataView(blockhash.buffer).setUint32(0, number);
  const message = Uint8Array.of(1, 0, 0, 1, ...feePayer, ...blockhash, 0);
  return { wire: Uint8Array.of(1, ...new Uint8Array(64).fill(2), ...message), messageHash: x402AuthorizationKey(message) };
}
