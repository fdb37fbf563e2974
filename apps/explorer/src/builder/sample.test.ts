import { describe, expect, it } from 'vitest';
import { childrenOf, findLeaves, isNumeric, readSample, valueOfPath, writtenText } from './sample.js';

function rootOf(text: string) {
  const root = readSample(text)?.root;
  if (root === undefined) throw new Error('the sample is no JSON');
  return root;
}

describe('a sample', () => {
  it('keeps the digits that a double would lose', () => {
    expect(childrenOf(rootOf('[9007199254740993, 0.1000000000000000055]')).map(([, value]) => writtenText(value))).toEqual([
      '9007199254740993',
      '0.1000000000000000055',
    ]);
  });

  it('keeps a text that is no JSON, with the reason', () => {
    expect(readSample('64628.31 USD')).toMatchObject({ root: undefined, rule: expect.stringMatching(/JSON/) as string });
    expect(readSample(' \n')).toBeUndefined();
  });

  it('has as many levels as a node reads, and no more', () => {
    expect(readSample('['.repeat(64) + ']'.repeat(64))?.root).toBeDefined();
    expect(readSample('['.repeat(65) + ']'.repeat(65))?.root).toBeUndefined();
  });

  it('tells numbers, texts of numbers and booleans from all else', () => {
    const values = childrenOf(rootOf('[1, "64628.31", "-1e3", true, "", "1,000", "0x1", " 1", null, {}, []]')).map(([, value]) => value);
    expect(values.map(isNumeric)).toEqual([true, true, true, true, false, false, false, false, false, false, false]);
  });

  it('has the value at a path, and none beside it', () => {
    const root = rootOf('{"a":[{"b":7}],"0":1}');
    expect(valueOfPath(root, ['a', 0, 'b'])).toEqual({ kind: 'number', text: '7' });
    expect([['a', '0'], [0], ['a', 1], ['a', 0, 'b', 'c'], ['constructor']].map((steps) => valueOfPath(root, steps))).toEqual(
      Array(5).fill(undefined),
    );
  });

  it('is searched by the words of its paths, in the order of the document', () => {
    const root = rootOf('{"result":{"XXBTZUSD":{"c":["64628.31","1"]},"ETH":{"c":["3"]}},"time":5}');
    expect(findLeaves(root, 'xbt', 9).map(({ path }) => path)).toEqual(['$.result.XXBTZUSD.c[0]', '$.result.XXBTZUSD.c[1]']);
    expect(findLeaves(root, '', 2)).toHaveLength(2);
    expect(findLeaves(root, 'nothing', 9)).toEqual([]);
  });
});
