import { type TInteger, type TLiteral, type TObject, type TSchema, type TString, type TUnsafe, Type } from '@sinclair/typebox';

const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/** A closed JSON object: an unknown member is refused (docs/api.md). */
export const closed = { additionalProperties: false } as const;

/** A 32-byte key or account address in base58. */
export const Base58Key = Type.String({
  pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
  description: '32-byte key or account address, base58',
});

/** Lower-case hex of exactly `byteLength` bytes, `0x`-prefixed: the form of every answer. */
export function hexOf(byteLength: number): TString {
  return Type.String({ pattern: `^0x[0-9a-f]{${byteLength * 2}}$`, description: `${byteLength} bytes, lower-case hex with 0x` });
}

/** A non-negative integer a JSON reader holds exactly. */
export function integer(description: string, bounds: { minimum?: number; maximum?: number; default?: number } = {}): TInteger {
  return Type.Integer({ minimum: 0, maximum: MAX_SAFE, ...bounds, description });
}

/** Nodes that must sign. */
export const Quorum = integer('quorum', { minimum: 1, maximum: 255 });

/** A text, or `null` for an absent one. A list of types rather than a union: one error names one field. */
export function nullable(description: string): TUnsafe<string | null> {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], description });
}

/** A u64 in decimal, for amounts that a JSON number cannot hold. */
export const DecimalU64 = Type.String({ pattern: '^(0|[1-9][0-9]{0,19})$', description: 'u64 in decimal' });

/** A signed decimal without exponent or trailing zeros: how values are rendered. */
export const DecimalValue = Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$' });

/** The envelope of the read endpoints: `{status: "ok", data}` (docs/api.md). */
export function okEnvelope<const T extends TSchema>(data: T): TObject<{ status: TLiteral<'ok'>; data: T }> {
  return Type.Object({ status: Type.Literal('ok'), data }, closed);
}
