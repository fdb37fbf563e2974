import { expect } from 'vitest';

import type { Outcome } from './chain.js';

export function expectAccepted(outcome: Outcome): void {
  expect(outcome.ok ? 'accepted' : `${outcome.refusal}\n${outcome.logs.join('\n')}`).toBe('accepted');
}

/** `refusal` is the name of one of the program's errors, or a part of the runtime's text. */
export function expectRefused(outcome: Outcome, refusal: string): void {
  expect(outcome.ok ? 'accepted' : outcome.refusal).toContain(refusal);
}

/** A submission that wrote its value. */
export function expectWritten(outcome: Outcome): void {
  expectAccepted(outcome);
  expect(outcome.ok && outcome.returnData).toEqual(Uint8Array.of(1));
}

/** A submission whose feed had a value that is as new; trailing zeros of return data are cut by the runtime. */
export function expectNotWritten(outcome: Outcome): void {
  expectAccepted(outcome);
  expect(outcome.ok && outcome.returnData.every((byte) => byte === 0)).toBe(true);
}
