import { type JsonRendering, renderJson } from './json.js';

const DEFAULT_MAX_DEPTH = 16;
const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;

/** The integer a text writes; `5.0`, `1e0` and `-0` are other ways to write one, refused so that one request has one reading. */
function readInteger(text: string): number | undefined {
  const value = INTEGER.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
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

/**
 * A request body as plain values: objects without prototype, integers within ±(2^53 − 1) (protocol §9). Duplicate members, lone
 * surrogates and numbers not written as integers are refused.
 * @throws JsonError
 */
export function readRequestJson(bytes: Uint8Array, options: { maxBytes: number; maxDepth?: number }): unknown {
  return renderJson(
    bytes,
    { maxBytes: options.maxBytes, maxDepth: options.maxDepth ?? DEFAULT_MAX_DEPTH, duplicateMembers: 'refuse', loneSurrogates: 'refuse' },
    plainRendering,
  );
}
