const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58, by long division; independent of the codec under test. */
export function base58(bytes: Uint8Array): string {
  let number = bytes.reduce((total, byte) => total * 256n + BigInt(byte), 0n);
  let digits = '';
  for (; number > 0n; number /= 58n) digits = `${ALPHABET[Number(number % 58n)] ?? ''}${digits}`;
  const leadingZeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(leadingZeros) + digits;
}
