import { parseTransform } from '@oracle-gateway/protocol';
import { STEPS } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { chainOf, transformText, withOperand, withoutStep, withChainStep } from './chain.js';

describe('the chain of a valueTransform', () => {
  it.each(['', 'round:2', 'hex|divide:1e8|round:2|nonzero', String.raw`after:a\|b|strip:%|min:0`, 'at:a:b', 'oops|', '|'])(
    'keeps the text %s',
    (text) => {
      expect(transformText(chainOf(text))).toBe(text);
    },
  );

  it.each(STEPS.map(({ name }) => name))('begins with the step %s as the nodes take it', (name) => {
    expect(() => parseTransform(transformText(withChainStep([], name)))).not.toThrow();
  });

  it('has a new step where the order of kinds allows it', () => {
    const chain = chainOf('hex|divide:1e8|nonzero');
    expect(transformText(withChainStep(chain, 'round'))).toBe('hex|divide:1e8|round:2|nonzero');
    expect(transformText(withChainStep(chain, 'strip'))).toBe('hex|strip:%|divide:1e8|nonzero');
    expect(transformText(withChainStep(chain, 'sum'))).toBe('hex|sum|divide:1e8|nonzero');
  });

  it('loses a step, and changes an operand without beginning another step', () => {
    const chain = chainOf('after:x|round:2');
    expect(transformText(withoutStep(chain, 0))).toBe('round:2');
    expect(transformText(withOperand(chain, 0, 'a|b'))).toBe(String.raw`after:a\|b|round:2`);
    expect(transformText(withOperand(chain, 0, String.raw`a\|b`))).toBe(String.raw`after:a\|b|round:2`);
  });
});
