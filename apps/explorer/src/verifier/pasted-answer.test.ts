import { describe, expect, it } from 'vitest';
import { readPasted, readStored } from './pasted-answer.js';

const source = { url: 'https://a.example', method: 'GET', responseParser: '$.a' };
const form = { answer: '{"status":"completed"}', source: JSON.stringify(source), owner: ' abc ', quorum: 3 };

describe('a pasted answer', () => {
  it('is held against what the form says was asked for', () => {
    expect(readPasted(form)).toEqual({ ok: true, answer: { status: 'completed' }, expected: { source, owner: 'abc', quorum: 3 } });
    expect(readPasted({ ...form, owner: ' ' })).toEqual({ ok: true, answer: { status: 'completed' }, expected: { source, quorum: 3 } });
  });

  it('is held against a list, or against an index where its values are combined', () => {
    const sources = [source, { ...source, url: 'https://b.example' }];
    const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 2_000, decimals: 8 };
    const expectedOf = (asked: object): unknown => {
      const read = readPasted({ ...form, source: JSON.stringify(asked) });
      return read.ok ? read.expected : read.rule;
    };
    const terms = { owner: 'abc', quorum: 3 };
    expect(expectedOf({ apiConfigs: sources, minValues: 1 })).toEqual({ ...terms, sources, minValues: 1 });
    expect(expectedOf({ apiConfigs: sources })).toEqual({ ...terms, sources, minValues: 2 });
    expect(expectedOf({ apiConfigs: sources, combine })).toEqual({ ...terms, source: { apiConfigs: sources, combine } });
  });

  it.each([
    [{ answer: '{' }, 'answer'],
    [{ source: '{' }, 'source'],
    [{ source: '[]' }, 'source'],
    [{ source: '{"url":1}' }, 'source'],
    [{ source: JSON.stringify({ apiConfigs: [source] }) }, 'source'],
    [{ source: JSON.stringify({ apiConfigs: [source, {}] }) }, 'source'],
    [{ quorum: 0 }, 'quorum'],
    [{ quorum: Number.NaN }, 'quorum'],
  ])('with %j names the part that is wrong', (change, field) => {
    expect(readPasted({ ...form, ...change })).toMatchObject({ ok: false, field });
  });

  it('brings its own source, owner and quorum where the command line stored it', () => {
    const stored = readStored(JSON.stringify({ answer: { status: 'completed' }, source, owner: 'abc', quorum: 2, value: '1' }));
    expect(stored === undefined ? undefined : readPasted(stored)).toMatchObject({
      ok: true,
      expected: { source, owner: 'abc', quorum: 2 },
    });
    const sources = [source, { ...source, url: 'https://b.example' }];
    const list = readStored(JSON.stringify({ answer: { status: 'completed' }, sources, minValues: 1, quorum: 2, values: [] }));
    expect(list === undefined ? undefined : readPasted(list)).toMatchObject({ ok: true, expected: { sources, minValues: 1, quorum: 2 } });
    expect(readStored('{"status":"completed"}')).toBeUndefined();
    expect(readStored('no JSON')).toBeUndefined();
  });
});
