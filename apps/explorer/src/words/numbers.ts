const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
/** Digits of a number that is smaller than the decimals that are shown. */
const SMALL_DIGITS = 3;
const SIGNS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' };

/** A number with separators, rounded to `decimals` digits; in full where they are not named. Any other text stays as it is. */
export function numberText(value: string, decimals?: number): string {
  const [, sign = '', whole, part = ''] = DECIMAL.exec(value) ?? [];
  if (whole === undefined) return value;
  const rounded = decimals === undefined ? `${whole}${part === '' ? '' : `.${part}`}` : roundedText(whole, part, decimals);
  const [units = '', fraction] = rounded.split('.');
  const minus = sign === '' || /^[0.]*$/.test(rounded) ? '' : '−';
  return `${minus}${units.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Unit and digits of a feed's values, by the catalogue. */
export interface ShownUnit {
  readonly unit?: string;
  readonly displayDecimals?: number;
}

/** A value with its unit as people write it: `$64,628.31`, `21.4 °C`, `0.92 CHF`. */
export function quantityText(value: string, { unit, displayDecimals }: ShownUnit): string {
  const text = numberText(value, displayDecimals);
  if (unit === undefined || unit === '') return text;
  const sign = SIGNS[unit];
  if (sign === undefined) return `${text} ${unit}`;
  return text.startsWith('−') ? `−${sign}${text.slice(1)}` : `${sign}${text}`;
}

/** A change in per cent with its direction: `▲ 0.42 %`; undefined where there is nothing to compare with. */
export function changeText(from: number, to: number): string | undefined {
  if (!Number.isFinite(from) || !Number.isFinite(to) || from === 0) return undefined;
  const percent = ((to - from) / Math.abs(from)) * 100;
  const text = Math.abs(percent).toFixed(2);
  if (Number(text) === 0) return '± 0.00 %';
  return `${percent > 0 ? '▲' : '▼'} ${numberText(text)} %`;
}

/** Hex or an id with its middle left out: `0xc3c0…cd28`. */
export function shortText(text: string): string {
  const head = text.startsWith('0x') ? 6 : 4;
  return text.length <= head + 6 ? text : `${text.slice(0, head)}…${text.slice(-4)}`;
}

/** Rounds half up. A number that would be nothing keeps its first digits. */
function roundedText(whole: string, part: string, decimals: number): string {
  const places = shownPlaces(whole, part, decimals);
  const digits = BigInt(whole + part.slice(0, places).padEnd(places, '0')) + (Number(part[places] ?? '0') >= 5 ? 1n : 0n);
  const text = String(digits).padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

function shownPlaces(whole: string, part: string, decimals: number): number {
  const zeros = /^0*/.exec(part)?.[0].length ?? 0;
  const isSmall = /^0+$/.test(whole) && zeros >= decimals && zeros < part.length;
  return isSmall ? zeros + SMALL_DIGITS : decimals;
}
