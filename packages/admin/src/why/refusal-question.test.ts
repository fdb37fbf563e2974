import { describe, expect, it } from 'vitest';

import type { ServiceLine } from './service-line.js';
import { canonicalIp, fits, isId, type RefusalQuestion } from './refusal-question.js';

const ROUND = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
const REQUEST = '4f1c2b9e-0d53-4a5e-9a35-7be0c5c7a001';
const LINE: ServiceLine = {
  timeMs: 1_000,
  level: 40,
  program: 'gateway',
  message: 'answered with an error',
  facts: { requestId: REQUEST, roundId: ROUND, code: 'at_capacity', client: '::ffff:203.0.113.9', owner: ROUND },
};

describe('a line fits', () => {
  it.each<[string, RefusalQuestion, boolean]>([
    ['its request id', { id: REQUEST }, true],
    ['its round id', { id: ROUND }, true],
    ['a value that is no id', { id: 'at_capacity' }, false],
    ['a time before the end', { fromMs: 1_000, toMs: 1_001 }, true],
    ['no time that ends with it', { fromMs: 0, toMs: 1_000 }, false],
    ['its client in another form', { client: '203.0.113.9' }, true],
    ['no other client', { client: '203.0.113.90' }, false],
    ['its owner', { owner: ROUND }, true],
    ['no other owner', { owner: 'other' }, false],
    ['its code', { code: 'at_capacity' }, true],
    ['no other code, though all else fits', { code: 'share_used', client: '203.0.113.9', owner: ROUND }, false],
    ['an id only within the time', { id: ROUND, fromMs: 2_000 }, false],
  ])('%s', (_what, question, expected) => {
    expect(fits(question, LINE)).toBe(expected);
  });

  it('no filter where it is no refusal of a gateway', () => {
    expect(fits({ code: 'at_capacity' }, { ...LINE, program: 'oracle-node 1' })).toBe(false);
    expect(fits({ code: 'at_capacity' }, { ...LINE, message: 'node fault' })).toBe(false);
    expect(fits({ fromMs: 0 }, { ...LINE, facts: { requestId: REQUEST } })).toBe(false);
  });
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['203.0.113', undefined],
  ['203.0.113.9:8080', undefined],
  ['unknown', undefined],
  ['[::1]', undefined],
  ['', undefined],
])('the one form of the address %j is %j', (text, expected) => {
  expect(canonicalIp(text)).toBe(expected);
});

it.each([
  [REQUEST, true],
  [ROUND, true],
  ['0af7651916cd43dd8448eb211c80319c', true],
  [`0x${'0a'.repeat(32)}`, true],
  ['gateway.log', false],
  ['-', false],
])('%j is an id: %j', (text, expected) => {
  expect(isId(text)).toBe(expected);
});
