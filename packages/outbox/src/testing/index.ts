import { countedScenarios } from './counted-scenarios.js';
import { exclusiveScenarios } from './exclusive-scenarios.js';
import { readingScenarios } from './reading-scenarios.js';
import { finalityScenarios } from './finality-scenarios.js';
import { heldScenarios } from './held-scenarios.js';
import { holdScenarios } from './hold-scenarios.js';
import { listScenarios } from './list-scenarios.js';
import { paymentClaimScenarios } from './payment-claim-scenarios.js';
import { paymentScenarios } from './payment-scenarios.js';
import { reservationScenarios } from './reservation-scenarios.js';
import type { OutboxScenario } from './scenario.js';
import { servingScenarios } from './serving-scenarios.js';
import { settlementScenarios } from './settlement-scenarios.js';

/** The rules of the outbox as plain functions: any implementation runs them under any test runner. */
export const outboxScenarios: readonly OutboxScenario[] = [
  ...servingScenarios,
  ...reservationScenarios,
  ...exclusiveScenarios,
  ...holdScenarios,
  ...countedScenarios,
  ...readingScenarios,
  ...settlementScenarios,
  ...heldScenarios,
  ...finalityScenarios,
  ...paymentScenarios,
  ...paymentClaimScenarios,
  ...listScenarios,
];

export { openRival, type Rival, RivalLoad } from './rival-load.js';
export { sampleAddress, samplePayload, samplePayment, sampleSigned, sampleRoundId } from './samples.js';
export type { ScenarioOutbox, OutboxScenario } from './scenario.js';
export { type ServingOutbox, servingScenarios, type ServingScenario } from './serving-scenarios.js';
