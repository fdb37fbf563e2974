/** Base58 text of an address. */
export const ADDRESS_TEXT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Atomic units of a token, in decimal, 1 or more. */
export const AMOUNT_TEXT = /^[1-9][0-9]{0,19}$/;

/** `0x` hex of so many bytes, lower case. */
export function hexText(byteLength: number): RegExp {
  return new RegExp(`^0x[0-9a-f]{${byteLength * 2}}$`);
}

/** The members of a JSON object. Throws what JSON.parse throws, or TypeError. */
export function parseMembers(json: string): ReadonlyMap<string, unknown> {
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== 'object' || parsed === null) throw new TypeError('no JSON object');
  return new Map(Object.entries(parsed));
}
