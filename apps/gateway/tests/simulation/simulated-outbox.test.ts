import { servingScenarios } from '@oracle-gateway/outbox/testing';
import { describe, it } from 'vitest';
import { createSeededRandom } from './seeded-random.js';
import { simulateOutbox } from './simulated-outbox.js';

describe('the simulated outbox keeps the rules of the outbox', () => {
  for (const { rule, run } of servingScenarios)
    it(rule, () => run(() => Promise.resolve(simulateOutbox({ random: createSeededRandom(1), trouble: 0 }))));
});
