import { UsageError } from './usage-error.js';

/** One flag of a command, as it is declared and read. */
export interface Flag<T> {
  readonly short?: string;
  /** Such as `<file>`, or `[manifest]` for a value that may be left out. Null for a flag without a value. */
  readonly placeholder: string | null;
  readonly meaning: string;
  readonly repeats: boolean;
  readonly choices?: readonly string[];
  /** Heading in the help. */
  readonly group?: string;
  /** `texts` is empty where the flag is absent. Throws UsageError. */
  readonly read: (name: string, texts: readonly string[]) => T;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type FlagValues<F extends Flags> = { readonly [name in keyof F]: F[name] extends Flag<infer T> ? T : never };

export interface ValueKind<T> {
  readonly placeholder: string;
  /** Completes the sentence "must be …". */
  readonly form: string;
  readonly choices?: readonly string[];
  /** `undefined` for a text that does not have the form. */
  readonly parse: (text: string) => T | undefined;
}

interface Looks {
  readonly short?: string;
  readonly placeholder?: string;
}

function read<T>({ form, parse }: ValueKind<T>, name: string, text: string): T {
  const value = parse(text);
  if (value === undefined) throw new UsageError(`--${name}`, `must be ${form}`);
  return value;
}

function declare<T>(kind: ValueKind<T>, meaning: string, { short, placeholder }: Looks): Omit<Flag<T>, 'read'> {
  return {
    placeholder: placeholder ?? `<${kind.placeholder}>`,
    meaning,
    repeats: false,
    ...(short === undefined ? {} : { short }),
    ...(kind.choices === undefined ? {} : { choices: kind.choices }),
  };
}

export function optional<T>(kind: ValueKind<T>, meaning: string, looks: Looks = {}): Flag<T | undefined> {
  return {
    ...declare(kind, meaning, looks),
    read: (name, [text]) => (text === undefined ? undefined : read(kind, name, text)),
  };
}

export function withDefault<T>(kind: ValueKind<T>, value: T, meaning: string, looks: Looks = {}): Flag<T> {
  return { ...declare(kind, meaning, looks), read: (name, [text]) => (text === undefined ? value : read(kind, name, text)) };
}

export function repeated<T>(kind: ValueKind<T>, meaning: string, looks: Looks = {}): Flag<readonly T[]> {
  return {
    ...declare(kind, `${meaning}; may be repeated`, looks),
    repeats: true,
    read: (name, texts) => texts.map((text) => read(kind, name, text)),
  };
}

export function toggle(meaning: string, looks: Pick<Looks, 'short'> = {}): Flag<boolean> {
  return {
    placeholder: null,
    meaning,
    repeats: false,
    ...(looks.short === undefined ? {} : { short: looks.short }),
    read: (_name, texts) => texts.length > 0,
  };
}

/** The same flags under one heading of the help. */
export function grouped<F extends Flags>(group: string, flags: F): F {
  // Each flag keeps its type.
  return Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, { ...flag, group }])) as unknown as F;
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

export const atomicUnits: ValueKind<bigint> = {
  placeholder: 'atomic units',
  form: 'a whole number of atomic units, 1..2^64-1',
  parse: (text) => {
    if (!/^\d{1,20}$/.test(text)) return undefined;
    const value = BigInt(text);
    return value >= 1n && value <= MAX_U64 ? value : undefined;
  },
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
