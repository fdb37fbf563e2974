import type { OperationSpec } from './operation.js';
import { executeAgentRound } from './operations/execute-agent-round.js';
import { executeRound } from './operations/execute-round.js';
import { executeX402Round } from './operations/execute-x402-round.js';
import { getAgentRounds } from './operations/get-agent-rounds.js';
import { getAgentStatus } from './operations/get-agent-status.js';
import { getSubscriptionRounds } from './operations/get-subscription-rounds.js';
import { getSubscriptionStatus } from './operations/get-subscription-status.js';
import { getX402Payment } from './operations/get-x402-payment.js';
import { getX402Resources } from './operations/get-x402-resources.js';
import { probeX402Round } from './operations/probe-x402-round.js';

/** The ways to pay for a round, with the operations of each. Everything else that names a path derives from this table. */
export const pathOperations = {
  subscription: { executeRound, getSubscriptionStatus, getSubscriptionRounds },
  agent: { executeAgentRound, getAgentStatus, getAgentRounds },
  x402: { executeX402Round, getX402Payment, getX402Resources, probeX402Round },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OperationSpec>>>>;

/** Path of a round: the way in which its caller paid. */
export type RoundPath = keyof typeof pathOperations;

export const ROUND_PATHS: readonly RoundPath[] = typedKeys(pathOperations);

/** Whether a text names a path to pay. */
export function isRoundPath(text: string): text is RoundPath {
  return Object.hasOwn(pathOperations, text);
}

function typedKeys<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table).filter((key): key is keyof T & string => key in table);
}
