import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { generateModule } from '../../lua/build.mjs';
import { TRANSITIONS } from '../records/states.js';
import { SCRIPTS } from './scripts.generated.js';
import { encodeInput } from './scripts.js';

const FOLDER = new URL('../../lua', import.meta.url);

/** A key is `KEYS[…]`, or a name in capitals that nothing but such a key is ever bound to. */
const KEY = /^(KEYS\[[^\]]+\]|[A-Z]+)$/;
const CALL = /redis\.p?call\('([A-Z]+)'(?:, ?([^,)]+))?/g;
const FUNCTION = /local function ([a-z_]+)\(([^)]*)\)/g;
const WITHOUT_KEY = new Set(['TIME']);
const REFUSED_WHEN_FULL = new Set(['reserve', 'keepAnswer', 'showValue']);

const scripts = Object.entries<{ keys: number; keysPerExclusive: number; keysPerQuota: number; lua: string }>(SCRIPTS);

function withoutComments(lua: string): string {
  return lua.replace(/^#!.*$|--.*$/gm, '');
}

it('the generated module is what lua/ holds', async () => {
  expect(await readFile(new URL('./scripts.generated.ts', import.meta.url), 'utf8')).toBe(await generateModule());
});

it('every file is a script, and every script a file', async () => {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.lua'));
  expect(scripts).toHaveLength(files.length);
});

describe.each(scripts)('%s', (name, { keys, keysPerExclusive, keysPerQuota, lua }) => {
  const code = withoutComments(lua);

  it('documents and binds as many keys as its name says', () => {
    const numbered = /^-- KEYS {2}(.*)$/m.exec(lua)?.[1]?.match(/(?<= |^)\d+ /g) ?? [];
    expect(numbered.map(Number)).toEqual(Array.from({ length: keys }, (_, index) => index + 1));
    const bound = [...code.matchAll(/KEYS\[(\d+)\]/g)].map(([, index]) => Number(index));
    expect(bound).toEqual(Array.from({ length: keys }, (_, index) => index + 1));
    const ofExclusives = [...code.matchAll(/KEYS\[(\d+) \+ exclusive\]/g)].map(([, first]) => Number(first));
    expect(new Set(ofExclusives)).toEqual(new Set(keysPerExclusive === 0 ? [] : [keys]));
    // The keys of quotas follow those of exclusives.
    const beforeQuotas = keysPerExclusive === 0 ? '' : ' \\+ exclusives';
    const quotaKeys = new RegExp(`KEYS\\[(\\d+)${beforeQuotas} \\+ 2 \\* [a-z]+\\]`, 'g');
    const ofQuotas = [...code.matchAll(quotaKeys)].map(([, first]) => Number(first));
    const pairs = ofQuotas.filter((_first, index) => index % 2 === 0);
    expect(ofQuotas).toEqual(keysPerQuota === 0 ? [] : pairs.flatMap(() => [keys - 1, keys]));
    expect(pairs.length > 0).toBe(keysPerQuota > 0);
  });

  it('reads each member of the input that its header names, and no other', () => {
    const [header = ''] = /^-- Input {2}.*\n(?:-- {8}.*\n)*/m.exec(lua) ?? [];
    const declared = header.split('\n').flatMap((line) => {
      const [type = ''] = /(?<=^-- (?:Input| {5}) {2})\S+(?: \S+)*/.exec(line) ?? [];
      return [...type.matchAll(/(\w+)\??: /g)].map(([, member = '']) => member);
    });
    const read = [...code.matchAll(/\b(?:input|asked|told|ended|reading)\.(\w+)/g)].map(([, member = '']) => member);
    expect(new Set(read)).toEqual(new Set(declared));
    expect(code.match(/\bARGV\b(?:\[\d+\])?/g) ?? []).toEqual([
      ...(declared.length === 0 ? [] : ['ARGV[1]']),
      ...(/^-- Text {2}\S/m.test(lua) ? ['ARGV[2]'] : []),
    ]);
    expect(code.includes('local input = cjson.decode(ARGV[1])\n')).toBe(declared.length > 0);
  });

  it('touches declared keys only, and makes none', () => {
    for (const [, command = '', key = ''] of code.matchAll(CALL)) {
      if (!WITHOUT_KEY.has(command)) expect(key.trim(), `${command} in ${name}`).toMatch(KEY);
    }
    expect(code).not.toMatch(/(KEYS\[[^\]]+\]|\b[A-Z]{2,}\b)\s*\.\.|\.\.\s*(KEYS|[A-Z]{2,}\b)/);
    expect(code.match(/\bredis\.p?call\b/g)?.length).toBe([...code.matchAll(CALL)].length);
    // Names in capitals are bound from KEYS, or are parameters that are given keys.
    for (const [, names = '', values = ''] of code.matchAll(/local ([A-Z][A-Z, ]*) = (.*)$/gm)) {
      expect(
        values.split(', ').every((value) => /^KEYS\[[^\]]+\]$/.test(value)),
        names,
      ).toBe(true);
    }
    for (const [, called = '', parameters = ''] of code.matchAll(FUNCTION)) {
      const keyPlaces = parameters.split(', ').flatMap((parameter, place) => (/^[A-Z]+$/.test(parameter) ? [place] : []));
      const calls = [...code.matchAll(new RegExp(`(?<!function )\\b${called}\\(([^()]*)`, 'g'))];
      for (const [, given = ''] of calls) {
        for (const place of keyPlaces) expect(given.split(', ')[place], `${called} in ${name}`).toMatch(KEY);
      }
    }
  });

  it('makes the transition that it names, from the states and to the state of the table', () => {
    const [, transition, states = '', to] = /^-- Transition {2}(\w+): (\w+(?:, \w+)*) -> (\w+)$/m.exec(lua) ?? [];
    const from = states.split(', ');
    const written = [...code.matchAll(/\btransition\(ROUND, TOTALS, '(\w+)'(?:, fields)?\)/g)].map(([, state]) => state);
    expect(written).toEqual(transition === undefined ? [] : [to]);
    if (transition === undefined) return;
    expect(Object.entries(TRANSITIONS).find(([known]) => known === transition)?.[1]).toEqual({ from, to });
    for (const state of from) expect(code).toContain(`'${state}'`);
  });

  it('says what it does on a server whose memory is full: a reservation is refused, and what public feeds show', () => {
    const [first] = lua.split('\n');
    if (REFUSED_WHEN_FULL.has(name)) expect(first).toBe('#!lua');
    else
      expect(first).toBe(
        /'(HSET|HDEL|HINCRBY|ZADD|ZREM|SET|PEXPIRE|PEXPIREAT)'/.test(code) ? '#!lua flags=allow-oom' : '#!lua flags=no-writes',
      );
  });
});

it('every transition of the table is made by one script', () => {
  const named = scripts.flatMap(([, { lua }]) => /^-- Transition {2}(\w+):/m.exec(lua)?.[1] ?? []);
  expect(named.sort()).toEqual(Object.keys(TRANSITIONS).sort());
});

describe('an input', () => {
  it('is JSON without what is undefined', () => {
    expect(encodeInput({ roundId: 'a', slot: undefined, units: [], isCertain: false })).toBe(
      '{"roundId":"a","units":[],"isCertain":false}',
    );
  });

  it('names half a surrogate pair U+FFFD, and nothing else otherwise than JSON does', () => {
    const reason = 'cut \ud83d, \udc00 alone, a pair \ud83d\ude00, a quote ", and \\ud83d as it was typed';
    expect(JSON.parse(encodeInput({ reason }))).toEqual({
      reason: 'cut \ufffd, \ufffd alone, a pair \ud83d\ude00, a quote ", and \\ud83d as it was typed',
    });
  });
});
