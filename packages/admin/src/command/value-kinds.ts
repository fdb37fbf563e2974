import { u64, type ValueKind } from '@oracle-gateway/caller/settings';
import { AddressError, fromHex, parseAddress, type Address } from '@oracle-gateway/protocol';

const MAX_INDEX = 63;

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

/** 32 bytes. */
export const digest32: ValueKind<Uint8Array> = {
  placeholder: 'hex',
  form: '32 bytes as 0x and 64 hexadecimal digits',
  parse: (text) => (/^0x[0-9a-f]{64}$/.test(text) ? fromHex(text) : undefined),
};

export const count = u64(0n);
export const seconds = u64(0n, 'seconds');
export const atomicUnits = u64(0n, 'atomic units');

/** A rate above zero, such as 0.5 or 200. */
export const rate: ValueKind<number> = {
  placeholder: 'n',
  form: 'a number above 0, at most 1000000',
  parse: (text) => {
    const value = /^\d{1,7}(?:\.\d{1,6})?$/.test(text) ? Number(text) : 0;
    return value > 0 && value <= 1e6 ? value : undefined;
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
