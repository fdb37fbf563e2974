import { expect, it } from 'vitest';
import { priceQuestion } from './question.js';

it('shows price and limit before a wallet signs', () => {
  const { title, lines, yes } = priceQuestion({ amount: 2_500n, maxAmount: 5_000n, from: 'the wallet' });
  expect([title, lines[0], yes]).toEqual([
    'This round costs $0.0025',
    'It is taken from the wallet. Your limit is $0.005.',
    'Sign and pay',
  ]);
});
