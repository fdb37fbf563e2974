/** A whole number as a visitor writes it, within bounds; undefined for any other text. */
export function wholeIn(text: string, low: number, high: number): number | undefined {
  const plain = text.trim().replaceAll(/[ ,_]/g, '');
  const number = /^\d{1,12}$/.test(plain) ? Number(plain) : Number.NaN;
  return number >= low && number <= high ? number : undefined;
}
