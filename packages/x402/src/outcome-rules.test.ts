import { expect, it } from 'vitest';
import { NEXT_STEP } from './outcome-rules.js';

it.each([
  ['verified', 'go-on'],
  ['refused', 'new-payment'],
  ['unavailable', 'same-payment'],
  ['settled', 'deliver'],
  ['not-broadcast', 'new-payment'],
  ['duplicate', 'check-ledger'],
  ['uncertain', 'check-ledger'],
] as const)('after %s the next step is to %s', (kind, step) => {
  expect(NEXT_STEP[kind]).toBe(step);
});
