import { parseMoney } from '@oracle-gateway/protocol/internal';

/** A kind of text that a caller gives: in a flag, a variable or a file. */
export interface ValueKind<T> {
  readonly placeholder: string;
  /** Completes the sentence "must be …". */
  readonly form: string;
  readonly choices?: readonly string[];
  /** `undefined` for a text that does not have the form. */
  readonly parse: (text: string) => T | undefined;
}

export const anyText: ValueKind<string> = { placeholder: 'text', form: 'a text', parse: (text) => (text === '' ? undefined : text) };
export const file: ValueKind<string> = { ...anyText, placeholder: 'file', form: 'the path of a file' };

export const httpUrl: ValueKind<string> = {
  placeholder: 'url',
  form: 'a URL that starts with http: or https:',
  parse: (text) => (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined),
};

export const base58: ValueKind<string> = {
  placeholder: 'address',
  form: 'an address in base58',
  parse: (text) => (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) ? text : undefined),
};

const MAX_U64 = 2n ** 64n - 1n;

/** A u64 of the program, not below `least`. */
export function u64(least: bigint, placeholder = 'n'): ValueKind<bigint> {
  return {
    placeholder,
    form: `a whole number ${least}..2^64-1`,
    parse: (text) => {
      if (!/^\d{1,20}$/.test(text)) return undefined;
      const value = BigInt(text);
      return value >= least && value <= MAX_U64 ? value : undefined;
    },
  };
}

/** Atomic units of an amount above zero. A number without its unit is refused: it could be dollars, or atomic units. */
export const money: ValueKind<bigint> = {
  placeholder: 'money',
  form: 'an amount in dollars with its unit, such as $0.005 or 0.005usd',
  parse: (text) => parseMoney(text) || undefined,
};

const DAY_SECONDS = 86_400n;

/** Unix seconds of a moment, once the present is known. */
export type Moment = (nowSeconds: bigint) => bigint;

export const moment: ValueKind<Moment> = {
  placeholder: 'time',
  form: 'a number of days such as 30d, a date such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z',
  parse: (text) => {
    const days = /^(\d{1,4})d$/.exec(text)?.[1];
    if (days !== undefined) return (nowSeconds) => nowSeconds + BigInt(days) * DAY_SECONDS;
    if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/.test(text)) return undefined;
    const milliseconds = Date.parse(text);
    return Number.isNaN(milliseconds) ? undefined : () => BigInt(milliseconds / 1_000);
  },
};

export const month: ValueKind<string> = {
  placeholder: 'month',
  form: 'a month such as 2026-11',
  parse: (text) => (/^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined),
};

export function integerIn(low: number, high: number, placeholder = 'n'): ValueKind<number> {
  return {
    placeholder,
    form: `a whole number ${low}..${high}`,
    parse: (text) => {
      if (!/^\d{1,9}$/.test(text)) return undefined;
      const value = Number(text);
      return value >= low && value <= high ? value : undefined;
    },
  };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const MAX_DURATION_MS = 24 * 3_600_000;

/** Milliseconds. */
export const duration: ValueKind<number> = {
  placeholder: 'time',
  form: 'a time of at most 24h such as 500ms, 10s, 5m or 1h',
  parse: (text) => {
    const [, digits = '', unit = ''] = /^(\d{1,8})(ms|s|m|h)$/.exec(text) ?? [];
    const factor = UNITS[unit];
    if (factor === undefined) return undefined;
    const value = Number(digits) * factor;
    return value > 0 && value <= MAX_DURATION_MS ? value : undefined;
  },
};

export function oneOf<T extends string>(choices: readonly T[], placeholder: string): ValueKind<T> {
  return {
    placeholder,
    choices,
    form: `one of ${choices.join(', ')}`,
    parse: (text) => choices.find((choice) => choice === text),
  };
}
