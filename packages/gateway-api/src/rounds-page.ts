import { Type } from '@sinclair/typebox';
import { hexOf, integer } from './fields.js';
import type { LinkSpec } from './operation.js';
import { DEFAULT_PAGE_ROUNDS, MAX_PAGE_ROUNDS } from './query-limits.js';
import { RoundIdText, RoundSettlement, RoundStateText } from './round-fields.js';

/** The query of every list of rounds. */
export const pageQuery = {
  limit: integer('rounds of a page', { minimum: 1, maximum: MAX_PAGE_ROUNDS, default: DEFAULT_PAGE_ROUNDS }),
  before: Type.String({ pattern: '^[0-9A-Za-z:._-]{1,128}$', description: 'the `next` of an earlier answer' }),
} as const;

/** Members of a round in the lists of a caller's rounds. */
export const listedRound = {
  roundId: RoundIdText,
  state: RoundStateText,
  createdAt: integer('time of the reservation, unix milliseconds'),
  timestamp: Type.Optional(integer('canonical round timestamp, unix seconds; once it is signed')),
  feedId: Type.Optional(Type.String({ ...hexOf(32), description: 'once it is signed' })),
  reason: Type.Optional(Type.String({ description: 'why it failed, or why settlement waits or is parked' })),
  settlement: Type.Optional(RoundSettlement),
} as const;

export const NextPage = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: '`before` of the next page; null on the last',
});

export const firstRound = {
  on: [200],
  operation: 'getRound',
  parameters: { roundId: '$response.body#/data/rounds/0/roundId' },
  description: 'State and result of the newest round',
} as const satisfies LinkSpec;
