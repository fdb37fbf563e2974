import { expect } from 'vitest';

import type { Outcome } from './chain.js';

export function expectAccepted(outcome: Outcome): void {
  expect(outcome.ok ? 'accepted' : `${outcome.refusal}\n${outcome.logs.join('\n')}`).toBe('accepted');
}

/** `refusal` is the name of one of the program's errors, or a part of the runtime's text. */
export function expectRefused(outcome: Outcome, refusal: string): void {
  expect(outcome.ok ? 'accepted' : outcome.refusal).toContain(refusal);
}
