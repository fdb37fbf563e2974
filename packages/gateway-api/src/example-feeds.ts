import { EXAMPLE_SOURCE, exampleRound } from './example-rounds.js';

const { roundId, answer } = exampleRound;

/** The public feed of the example's round. */
export const EXAMPLE_FEED = {
  feedId: answer.data.feedId,
  openedBy: 'owner',
  signaturesRequired: answer.data.signaturesRequired,
  apiConfig: EXAMPLE_SOURCE,
} as const;

export const EXAMPLE_FEED_VALUE = {
  roundId,
  answeredAt: 1_763_683_200_610,
  observedAt: answer.data.observedAt,
  value: answer.data.value,
  signers: [0, 2, 4],
} as const;

export const EXAMPLE_FEED_ANSWER = { ...EXAMPLE_FEED_VALUE, result: answer } as const;

/** The publication of `vectors/api-examples.json`, with a signature that verifies. */
export const EXAMPLE_PUBLICATION = {
  action: 'open',
  owner: '5bSkQ6eTxtmYN9SpMwSxbdBuArTVy6vxdbQTR2LeLiQ5',
  signaturesRequired: 3,
  apiConfig: EXAMPLE_SOURCE,
  timestamp: 1763683200,
  signature:
    '0x2d11abdec6f443849ce5b1ecf6dd9ebb79e8b451adf3560eeecd3c03f8c6697b19371e2c7ef367b40f50fcc28a1ecacc0744c9c808a1058e317d1e8d9725410b',
} as const;
