import { describe, expect, it } from 'vitest';
import { JsonError } from '../../src/json.js';
import { readRequestJson } from '../../src/request-json.js';
import { SelectionError } from '../../src/select.js';
import { SourceReading } from '../../src/source-reading.js';
import { DEFAULT_SOURCE_BYTES } from '../../src/source-size.js';
import deviations from './json-deviations.json' with { type: 'json' };
import suite from './data/json-test-suite.json' with { type: 'json' };

/** A file of the suite: its text, its bytes where they are not UTF-8, or a text that is too long to be written out. */
interface SuiteFile {
  readonly name: string;
  readonly text?: string;
  readonly base64?: string;
  readonly repeated?: string;
  readonly times?: number;
  readonly end?: string;
}

const files: readonly SuiteFile[] = suite;

function bytesOf({ text, base64, repeated = '', times = 0, end = '' }: SuiteFile): Uint8Array {
  if (base64 !== undefined) return Uint8Array.from(Buffer.from(base64, 'base64'));
  return new TextEncoder().encode(text ?? repeated.repeat(times) + end);
}

function refusalOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    const cause = error instanceof SelectionError ? error.cause : error;
    if (cause instanceof JsonError) return cause.reason;
    throw error;
  }
}

const readers = [
  {
    title: "the reader of a source's answer",
    read: (bytes: Uint8Array) => new SourceReading(bytes, DEFAULT_SOURCE_BYTES).document(),
    named: deviations.source,
  },
  {
    title: 'the reader of a request',
    read: (bytes: Uint8Array) => readRequestJson(bytes, { maxBytes: 1_000_000, maxDepth: 64 }),
    named: deviations.request,
  },
];

describe('JSONTestSuite', () => {
  it('has 318 files: 95 documents, 188 other texts, 35 to choose', () => {
    const counted = ['y', 'n', 'i'].map((kind) => files.filter(({ name }) => name.startsWith(`${kind}_`)).length);
    expect([files.length, ...counted]).toEqual([318, 95, 188, 35]);
  });
});

describe.each(readers)('$title', ({ read, named }) => {
  const rules = new Map(named.flatMap(({ rule, names }) => names.map((name): [string, string] => [`${name}.json`, rule])));

  it.each(files.filter(({ name }) => name.startsWith('n_')))('refuses $name', (file) => {
    expect(refusalOf(() => read(bytesOf(file)))).toBeDefined();
  });

  it.each(files.filter(({ name }) => !name.startsWith('n_')))('takes $name, or refuses it by the named rule', (file) => {
    expect(refusalOf(() => read(bytesOf(file)))).toBe(rules.get(file.name));
  });

  it('names no deviation beside these files', () => {
    const names = new Set(files.map(({ name }) => name));
    expect([...rules.keys()].filter((name) => !names.has(name))).toEqual([]);
  });
});
