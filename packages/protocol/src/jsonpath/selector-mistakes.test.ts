import { expect, it } from 'vitest';
import { parseQuery } from './parse.js';
import { SelectorError } from './selector-error.js';

it.each([
  ['', 'must not be empty'],
  ['$.data.amount ', 'white space'],
  [' $.data', 'white space'],
  ['data.amount', 'write $.data.amount'],
  ['RAW,ETH,USD', 'write $.RAW.ETH.USD'],
  ['/data/amount', 'such as $.data.amount'],
  ['$.data.BTC-USD.price', "write ['BTC-USD'] in place of .BTC-USD"],
  ['$.data.1', "write ['1'] in place of .1"],
  ["$.data[?match(@.name,'BTC.*')].price", 'the function match()'],
  ['$.list[?count(@.*) > 1].price', 'the function count()'],
])('a common mistake is told with the text to write: %j', (expression, told) => {
  expect(() => parseQuery(expression)).toThrow(SelectorError);
  expect(() => parseQuery(expression)).toThrow(told);
});

it('a query may hold such a text in a literal', () => {
  expect(parseQuery("$.list[?@.name == 'a.b-c match( ' ].price")).toHaveLength(3);
});
