import { parseDecimal } from './decimal.js';
import { JsonError, type JsonRendering, jsonText, renderJson } from './json.js';

const DEFAULT_MAX_DEPTH = 16;
const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;

/** The integer a text writes; `5.0`, `1e0` and `-0` are other ways to write one, refused so that one request has one reading. */
function readInteger(text: string): number | undefined {
  const value = INTEGER.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The integer that a number is, however it is written: `5.0` and `5e0` are 5, as JSON Schema has it. */
function integralValue(text: string): number | undefined {
  // An exact reading: an IEEE double of 9007199254740991.4 is an integer.
  const decimal = text.length <= MAX_INTEGRAL_CHARS ? readDecimal(text) : undefined;
  if (decimal === undefined) return undefined;
  const { mantissa, exponent } = decimal;
  const unit = 10n ** BigInt(Math.abs(exponent));
  if (exponent < 0 && mantissa % unit !== 0n) return undefined;
  const value = Number(exponent < 0 ? mantissa / unit : mantissa * unit);
  return Number.isSafeInteger(value) ? value : undefined;
}

const MAX_INTEGRAL_CHARS = 64;

function readDecimal(text: string): ReturnType<typeof parseDecimal> | undefined {
  try {
    return parseDecimal(text);
  } catch {
    return undefined;
  }
}

/** An integer that is written in another way than as an integer, and its place in the text. */
class OtherForm {
  constructor(
    readonly value: number,
    readonly offset: number,
  ) {}
}

/** No prototype: a member that is absent is absent, whatever its name. */
function plainObject(members: ReadonlyMap<string, unknown>): unknown {
  const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of members) object[name] = value;
  return object;
}

const plainRendering: JsonRendering<unknown> = {
  null: () => null,
  boolean: (value) => value,
  number: readInteger,
  string: (value) => value,
  array: (items) => items,
  object: plainObject,
};

export interface RequestJsonOptions {
  readonly maxBytes: number;
  readonly maxDepth?: number;
  /**
   * Members of the outermost object that have to write integers as integers, because they are hashed. All others may write `5.0` for 5. Left
   * out, every member has to.
   */
  readonly hashedMembers?: readonly string[];
}

/**
 * A request body as plain values: objects without prototype, integers within ±(2^53 − 1) (docs/api.md). Duplicate members, lone
 * surrogates and numbers not written as integers are refused.
 * @throws JsonError
 */
export function readRequestJson(bytes: Uint8Array, { maxBytes, maxDepth = DEFAULT_MAX_DEPTH, hashedMembers }: RequestJsonOptions): unknown {
  const text = jsonText(bytes, { maxBytes });
  const asWritten = readAsWritten(text, maxDepth);
  if (asWritten !== undefined) return asWritten;
  const limits = { maxDepth, duplicateMembers: 'refuse', loneSurrogates: 'refuse' } as const;
  if (hashedMembers === undefined) return renderJson(text, limits, plainRendering);
  const otherForms: OtherForm[] = [];
  const number = (text: string, offset: number): unknown => {
    const written = readInteger(text);
    if (written !== undefined) return written;
    const value = integralValue(text);
    if (value === undefined) return undefined;
    const form = new OtherForm(value, offset);
    otherForms.push(form);
    return form;
  };
  const root = renderJson(text, limits, { ...plainRendering, number });
  return otherForms.length > 0 ? withoutOtherForms(root, hashedMembers) : root;
}

/** Half as many values at most as the reader takes of a document. */
const MAX_AS_WRITTEN_CHARS = 100_000;

/**
 * The reading of a text that is just what `JSON.stringify` writes of it, as programs write their requests; undefined for any other, which
 * the reader reads character by character. Such a text names no member twice, and writes each integer in the one way that is taken.
 */
function readAsWritten(text: string, maxDepth: number): unknown {
  // A half of a surrogate pair is written as an escape, and no whole one is.
  if (text.length > MAX_AS_WRITTEN_CHARS || text.includes('\\ud')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? plainCopy(value, maxDepth) : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined where a number is no safe integer, or a container is too deep. The recursion ends there. */
function plainCopy(value: unknown, depthLeft: number): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depthLeft === 0) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => plainCopy(item, depthLeft - 1));
    return items.includes(undefined) ? undefined : items;
  }
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) {
    const copied = plainCopy(member, depthLeft - 1);
    if (copied === undefined) return undefined;
    copy[name] = copied;
  }
  return copy;
}

/** The depth of a document is bounded, so the recursion is. */
function withoutOtherForms(plain: unknown, hashedMembers: readonly string[], isHashed = false): unknown {
  if (plain instanceof OtherForm) {
    if (isHashed) throw new JsonError('not_an_integer', plain.offset);
    return plain.value;
  }
  if (Array.isArray(plain)) return plain.map((item: unknown) => withoutOtherForms(item, [], isHashed));
  if (typeof plain !== 'object' || plain === null) return plain;
  const members = Object.entries(plain).map(
    ([name, value]: [string, unknown]) => [name, withoutOtherForms(value, [], isHashed || hashedMembers.includes(name))] as const,
  );
  return plainObject(new Map(members));
}
