import type { LinkSpec } from './operation.js';

/** Links from an answer with `X-Round-Id`, on every path. */
export const servedRoundLinks = {
  round: {
    on: [200, 409],
    operation: 'getRound',
    parameters: { roundId: '$response.header.X-Round-Id' },
    description: 'State and result of the round',
  },
  events: {
    on: [200],
    operation: 'getRoundEvents',
    parameters: { roundId: '$response.header.X-Round-Id' },
    description: 'Its changes of state, until none can follow',
  },
  evidence: {
    on: [200],
    operation: 'getRoundEvidence',
    parameters: { roundId: '$response.header.X-Round-Id' },
    description: 'How its value came about, in tolerance mode',
  },
} as const satisfies Readonly<Record<string, LinkSpec>>;
