import { compareDecimals, type Decimal } from '../decimal.js';
import { decimalOperand } from './operand.js';
import { type TransformStep, StepError, type StepRule } from './step.js';

function boundStep(side: 'min' | 'max', meaning: string, rule: StepRule, breaks: (order: number) => boolean): TransformStep {
  return {
    name: side,
    kind: 'guard',
    operand: '<n>',
    takes: 'number',
    gives: 'number',
    meaning,
    fails: [rule],
    bind: (operand) => {
      const limit: Decimal = decimalOperand(operand);
      return {
        kind: 'guard',
        bound: { side, limit },
        judge: (packed) => {
          if (breaks(compareDecimals(packed, limit))) throw new StepError(rule);
        },
      };
    },
  };
}

export const GUARD_STEPS: readonly TransformStep[] = [
  boundStep('min', 'Fails below `n`', 'below_min', (order) => order < 0),
  boundStep('max', 'Fails above `n`', 'above_max', (order) => order > 0),
  {
    name: 'nonzero',
    kind: 'guard',
    operand: null,
    takes: 'number',
    gives: 'number',
    meaning: 'Fails at zero',
    fails: ['zero'],
    bind: () => ({
      kind: 'guard',
      judge: (packed) => {
        if (packed.mantissa === 0n) throw new StepError('zero');
      },
    }),
  },
];
