import type { ApiConfig } from '@oracle-gateway/protocol';
import { listSubject, sourceSubject } from '@oracle-gateway/protocol/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureMembers, judgeWords, type NodeWords, toldByMost } from './source-failure.js';

const config: ApiConfig = {
  url: 'https://api.example.com/',
  method: 'GET',
  responseParser: '$.data.amount',
  valueTransform: 'multiply:2|round:1',
};
const own = { subject: sourceSubject(config), isSponsored: false };
const sponsored = { ...own, isSponsored: true };
const list = { subject: listSubject([config, { ...config, url: 'https://b.example/', responseParser: '$.b' }], 1), isSponsored: false };
const empty: NodeWords = { code: 'upstream_failure', step: 'select', rule: 'nothing_selected', matched: '$.data' };

describe('the words of one node', () => {
  it.each([
    ['text of a source', 'the key is SECRET'],
    ['a path that goes on where that of the request ends', '$.data.amount.SECRET'],
    ['the path of another request', '$.other'],
    ['nothing', ''],
  ])('are not told as how far the text matches: %s', (_case, matched) => {
    expect(judgeWords({ ...empty, matched }, own)).not.toHaveProperty('matched');
  });

  it.each(['$', '$.data', '$.data.amount', 'multiply:2'])(
    "are told as that where they are the beginning of the request's own text: %s",
    (matched) => {
      expect(judgeWords({ ...empty, matched }, own)).toMatchObject({ matched });
    },
  );

  it("never say how far a text matches where the gateway's own credential was sent", () => {
    expect(judgeWords(empty, sponsored)).toEqual({ step: 'select', rule: 'nothing_selected', hint: 'nothing_selected' });
  });

  it.each(['of_tomorrow', 'secret_4711', 'constructor', '__proto__'])(
    'are told by the step alone where they name no known rule: %s',
    (rule) => {
      expect(judgeWords({ step: 'select', rule }, own)).toEqual({ step: 'select', hint: 'select' });
    },
  );

  it('never tell a name of a private address from one that does not answer', () => {
    const silent = judgeWords({ code: 'upstream_failure', step: 'fetch' }, own);
    expect(judgeWords({ code: 'upstream_failure', step: 'fetch', rule: 'unreachable' }, own)).toEqual(silent);
    expect(judgeWords({ code: 'forbidden_source', step: 'select', rule: 'not_a_number', upstreamStatus: 200 }, own)).toEqual(silent);
  });

  it.each([
    [0, 'apiConfigs[0]', '$.data'],
    [1, 'apiConfigs[1]', undefined],
    [2, undefined, undefined],
    [undefined, undefined, undefined],
  ])('are about the source at their place, and its own text: %j', (place, source, matched) => {
    const told = judgeWords({ ...empty, ...(place === undefined ? {} : { place }) }, list);
    expect([told.source, told.matched]).toEqual([source, matched]);
  });

  it('hold no text but names of the contract, the own text and numbers, whatever a node sends', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('$', '$.data', 'SECRET', 'nothing_selected', 'too_large'));
    const sent = fc.record(
      {
        step: fc.constantFrom('fetch', 'select', 'transform', 'pack'),
        rule: texts,
        matched: texts,
        upstreamStatus: fc.integer({ min: 100, max: 599 }),
        place: fc.nat(31),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(sent, fc.boolean(), (words, isSponsored) => {
        const { matched = '', ...told } = judgeWords(words, { ...own, isSponsored });
        expect(isSponsored ? matched === '' : '$.data.amount'.startsWith(matched) || 'multiply:2|round:1'.startsWith(matched)).toBe(true);
        expect(JSON.stringify(told)).not.toContain('SECRET');
      }),
    );
  });
});

describe('what most of the nodes say', () => {
  const down: NodeWords = { code: 'upstream_failure', step: 'fetch', upstreamStatus: 503 };

  it.each<[string, readonly NodeWords[], object | null]>([
    ['one of one', [empty], { rule: 'nothing_selected', matched: '$.data', nodes: { agree: 1, failed: 1 } }],
    ['one of two', [empty, down], null],
    ['two of two', [empty, empty], { rule: 'nothing_selected', nodes: { agree: 2, failed: 2 } }],
    ['two of four', [empty, empty, down, down], null],
    ['three of four', [down, empty, empty, empty], { rule: 'nothing_selected', nodes: { agree: 3, failed: 4 } }],
    ['none', [], null],
  ])('is told: %s', (_case, told, expected) => {
    const most = toldByMost(told, own);
    if (expected === null) expect(most).toBeNull();
    else expect(most).toMatchObject(expected);
  });

  it('is the step alone where they name different rules at it', () => {
    const other: NodeWords = { step: 'select', rule: 'body_not_json' };
    expect(toldByMost([empty, other], own)).toEqual({ step: 'select', hint: 'select', nodes: { agree: 2, failed: 2 } });
  });

  it('leaves out how far the text matches where they disagree on it', () => {
    const told = toldByMost([empty, { ...empty, matched: '$' }], own);
    expect(told).toEqual({ step: 'select', rule: 'nothing_selected', hint: 'nothing_selected', nodes: { agree: 2, failed: 2 } });
  });

  it('counts nodes that speak of different sources of a list apart', () => {
    const at = (place: number): NodeWords => ({ step: 'select', rule: 'not_a_number', place });
    expect(toldByMost([at(0), at(1)], list)).toBeNull();
    expect(toldByMost([at(0), at(1), at(1)], list)).toMatchObject({ source: 'apiConfigs[1]', nodes: { agree: 2, failed: 3 } });
  });

  it('is for its requester: any other reader is told nothing of it', () => {
    const failure = toldByMost([empty, empty], own) ?? undefined;
    expect(failureMembers(failure, 'anyone')).toEqual({});
    expect(Object.keys(failureMembers(failure, 'requester')).sort()).toEqual(['hint', 'matched', 'nodes', 'rule', 'step']);
  });
});
