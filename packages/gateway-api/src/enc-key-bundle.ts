import { Type } from '@sinclair/typebox';
import { closed } from './fields.js';

const anyHex = Type.String({ pattern: '^(0x)?([0-9a-fA-F]{2})*$', description: 'hex' });

/** Encryption envelope of a private source (interface §2.3). */
export interface EncKeyBundle {
  readonly ephemeralPub: string;
  readonly nonceSym: string;
  readonly ciphertext: string;
  /** Keyed by decimal node index. */
  readonly envelopes: Readonly<Record<string, string>>;
}

const members = Type.Object(
  { ephemeralPub: anyHex, nonceSym: anyHex, ciphertext: anyHex, envelopes: Type.Record(Type.String(), anyHex) },
  closed,
);

/** Where `null` does not stand for absent: on the pay-per-request path. */
export const EncKeyBundleSchema = Type.Unsafe<EncKeyBundle>(members);

/** `null` stands for absent on the subscription and agent paths, so the type is a list rather than a union: one error names one field. */
export const NullableEncKeyBundle = Type.Unsafe<EncKeyBundle | null>({ ...members, type: ['object', 'null'] });
