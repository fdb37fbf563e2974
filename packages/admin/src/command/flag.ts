import { parseAddress, AddressError, type Address } from '@oracle-gateway/protocol';

/** A flag breaks its rule. The message does not repeat the value. */
export class FlagError extends Error {
  override readonly name = 'FlagError';

  constructor(
    readonly flag: string,
    readonly rule: string,
  ) {
    super(`--${flag}: ${rule}`);
  }
}

/** One flag of a command. Without a `placeholder`, the flag takes no value and is true when present. */
export interface Flag<T> {
  readonly placeholder: string | null;
  readonly meaning: string;
  readonly required: boolean;
  /** Throws FlagError. `text` is undefined where the flag is absent. */
  readonly read: (name: string, text: string | undefined) => T;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type FlagValues<F extends Flags> = { readonly [name in keyof F]: F[name] extends Flag<infer T> ? T : never };

export interface ValueKind<T> {
  readonly placeholder: string;
  /** Completes the sentence "must be …". */
  readonly form: string;
  /** `undefined` for a text that does not have the form. */
  readonly parse: (text: string) => T | undefined;
}

function read<T>({ form, parse }: ValueKind<T>, name: string, text: string): T {
  const value = parse(text);
  if (value === undefined) throw new FlagError(name, `must be ${form}`);
  return value;
}

export function required<T>(kind: ValueKind<T>, meaning: string): Flag<T> {
  return {
    placeholder: kind.placeholder,
    meaning,
    required: true,
    read: (name, text) => {
      if (text === undefined) throw new FlagError(name, 'is required');
      return read(kind, name, text);
    },
  };
}

export function optional<T>(kind: ValueKind<T>, meaning: string): Flag<T | undefined> {
  return {
    placeholder: kind.placeholder,
    meaning,
    required: false,
    read: (name, text) => (text === undefined ? undefined : read(kind, name, text)),
  };
}

export function withDefault<T>(kind: ValueKind<T>, value: T & { toString(): string }, meaning: string): Flag<T> {
  const shown = value.toString() === '' ? 'none' : value.toString();
  return {
    placeholder: kind.placeholder,
    meaning: `${meaning}; ${shown} by default`,
    required: false,
    read: (name, text) => (text === undefined ? value : read(kind, name, text)),
  };
}

export function toggle(meaning: string): Flag<boolean> {
  return { placeholder: null, meaning, required: false, read: (_name, text) => text !== undefined };
}

function parseInteger(text: string, maximum: bigint): bigint | undefined {
  if (!/^\d{1,20}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value <= maximum ? value : undefined;
}

const MAX_U64 = 2n ** 64n - 1n;
const MAX_INDEX = 63;

export const anyText: ValueKind<string> = { placeholder: 'text', form: 'a text', parse: (text) => (text === '' ? undefined : text) };
export const file: ValueKind<string> = { ...anyText, placeholder: 'file', form: 'the path of a file' };

export const address: ValueKind<Address> = {
  placeholder: 'address',
  form: 'an address in base58',
  parse: (text) => {
    try {
      return parseAddress(text);
    } catch (error) {
      if (error instanceof AddressError) return undefined;
      throw error;
    }
  },
};

export const addressOrNone: ValueKind<Address | null> = {
  placeholder: 'address|none',
  form: 'an address in base58, or none',
  parse: (text) => (text === 'none' ? null : address.parse(text)),
};

export const u64: ValueKind<bigint> = {
  placeholder: 'n',
  form: 'a whole number 0..2^64-1',
  parse: (text) => parseInteger(text, MAX_U64),
};

export const seconds: ValueKind<bigint> = { ...u64, placeholder: 'seconds' };
export const atomicUnits: ValueKind<bigint> = { ...u64, placeholder: 'atomic units' };

/** 1..64, the width of a signers' count. */
export const signatures: ValueKind<number> = {
  placeholder: 'n',
  form: 'a whole number 1..64',
  parse: (text) => {
    const value = parseInteger(text, 64n);
    return value === undefined || value === 0n ? undefined : Number(value);
  },
};

/** A rate above zero, such as 0.5 or 200. */
export const rate: ValueKind<number> = {
  placeholder: 'n',
  form: 'a number above 0, at most 1000000',
  parse: (text) => {
    const value = /^\d{1,7}(?:\.\d{1,6})?$/.test(text) ? Number(text) : 0;
    return value > 0 && value <= 1e6 ? value : undefined;
  },
};

/** Milliseconds, up to a minute. */
export const milliseconds: ValueKind<number> = {
  placeholder: 'ms',
  form: 'a whole number 0..60000',
  parse: (text) => {
    const value = parseInteger(text, 60_000n);
    return value === undefined ? undefined : Number(value);
  },
};

export function oneOf(names: readonly string[]): ValueKind<string> {
  return { placeholder: names.join('|'), form: `one of ${names.join(', ')}`, parse: (text) => (names.includes(text) ? text : undefined) };
}

export const bufferSize: ValueKind<number> = {
  placeholder: 'n',
  form: 'a whole number 0..63',
  parse: (text) => {
    const value = parseInteger(text, 63n);
    return value === undefined ? undefined : Number(value);
  },
};

/** `0,3,5-8`. */
export const indices: ValueKind<readonly number[]> = {
  placeholder: 'indices',
  form: 'node indices 0..63, such as 0,3,5-8',
  parse: (text) => {
    const parts = text.split(',').map(parseIndexRange);
    return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
  },
};

function parseIndexRange(text: string): readonly number[] | undefined {
  const match = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text);
  if (match === null) return undefined;
  const first = Number(match[1]);
  const last = match[2] === undefined ? first : Number(match[2]);
  if (first > last || last > MAX_INDEX) return undefined;
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}

/** `0=https://node.example,3=http://10.0.0.3:7100`. */
export const endpointsByIndex: ValueKind<ReadonlyMap<number, string>> = {
  placeholder: 'endpoints',
  form: 'node indices 0..63, each with an endpoint, such as 0=https://node.example,3=http://10.0.0.3:7100',
  parse: (text) => {
    const parts = text.split(',').map((part) => /^(\d{1,2})=(https?:\/\/\S+)$/.exec(part));
    const pairs = parts.flatMap((match) => (match === null ? [] : [[Number(match[1]), match[2] ?? ''] as const]));
    const found = new Map(pairs);
    const isGood = found.size === parts.length && pairs.every(([index, url]) => index <= MAX_INDEX && URL.canParse(url));
    return isGood ? found : undefined;
  },
};

/** Unix seconds, or a date and time of RFC 3339 in UTC. */
export const time: ValueKind<bigint> = {
  placeholder: 'time',
  form: 'a time such as 2027-01-31T00:00:00Z, or unix seconds',
  parse: (text) => {
    if (/^\d{1,12}$/.test(text)) return BigInt(text);
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return undefined;
    const milliseconds = Date.parse(text);
    return Number.isNaN(milliseconds) ? undefined : BigInt(milliseconds / 1_000);
  },
};
