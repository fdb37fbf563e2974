import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonError, type JsonLimits, type JsonValue, readJson } from './json.js';

const limits: JsonLimits = { maxBytes: 1_000_000, maxDepth: 64, duplicateMembers: 'last-wins', loneSurrogates: 'keep' };
function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Result that `JSON.parse` would have given. */
function toPlain(value: JsonValue): unknown {
  switch (value.kind) {
    case 'null':
      return null;
    case 'number':
      return Number(value.text);
    case 'array':
      return value.items.map(toPlain);
    case 'object':
      return Object.fromEntries([...value.members].map(([name, member]) => [name, toPlain(member)]));
    default:
      return value.value;
  }
}

function platformVerdict(text: string): { value: unknown } | 'refused' {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'refused';
  }
}

function ownVerdict(bytes: Uint8Array): { value: unknown } | 'refused' {
  try {
    return { value: toPlain(readJson(bytes, limits)) };
  } catch (error) {
    if (error instanceof JsonError) return 'refused';
    throw error;
  }
}

/** Texts near JSON: a document with some characters replaced, removed or doubled. */
const damaged = fc
  .tuple(
    fc.json(),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('', '"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', '.', 'e', ' ', 'u', '\u0001')), {
      maxLength: 3,
    }),
  )
  .map(([json, edits]) =>
    edits.reduce((text, [place, piece]) => {
      const at = text.length === 0 ? 0 : place % text.length;
      return text.slice(0, at) + piece + text.slice(at + 1);
    }, json),
  );

describe('readJson', () => {
  it('reads every document as the platform does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (json) => {
        expect(ownVerdict(encode(json))).toEqual({ value: JSON.parse(json) as unknown });
      }),
    );
  });

  it('accepts and refuses damaged documents as the platform does', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        expect(ownVerdict(encode(text))).toEqual(platformVerdict(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('answers any bytes with a value or a JsonError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        ownVerdict(bytes);
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps the text of numbers that a double would change', () => {
    const number = fc
      .tuple(fc.bigInt(), fc.stringMatching(/^[0-9]{1,40}$/), fc.integer({ min: -999, max: 999 }))
      .map(([integer, fraction, exponent]) => `${integer}.${fraction}e${exponent}`);
    fc.assert(
      fc.property(number, (text) => {
        expect(readJson(encode(`[${text}]`), limits)).toEqual({ kind: 'array', items: [{ kind: 'number', text }] });
      }),
    );
  });
});
