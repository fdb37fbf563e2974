/** The limit as the visitor writes it: whole atomic units. Undefined for any other text. */
export function limitIn(text: string): bigint | undefined {
  const digits = text.trim().replaceAll(/[ ,_]/g, '');
  return /^[1-9]\d{0,17}$/.test(digits) ? BigInt(digits) : undefined;
}
