import type { SpendingUnit } from '@oracle-gateway/caller';
import { type Static, Type } from '@sinclair/typebox';

import type { SpendingLimits } from '../spending/spending-limits.js';
import type { SpendingLog } from '../spending/spending-log.js';

const AMOUNT = '^[0-9]{1,20}$';
const Amount = Type.String({ pattern: AMOUNT });

export const spendingOutput = Type.Object(
  {
    unit: Type.Union([Type.Literal('atomic units'), Type.Literal('rounds')], {
      description: 'atomic units of the stablecoin, or rounds of a subscription that is paid for',
    }),
    mostPerRound: Type.String({
      pattern: AMOUNT,
      description: 'most that one call may cost; a list and an index cost one round of a subscription for each source',
    }),
    perDay: Amount,
    spentToday: Amount,
    leftToday: Amount,
    total: Type.Union([Amount, Type.Null()], { description: 'null without a limit on the total' }),
    leftInTotal: Type.Union([Amount, Type.Null()]),
    dayEndsAt: Type.String({ description: 'when the limit of the day begins anew, ISO 8601' }),
  },
  {
    additionalProperties: false,
    description: 'limits that the operator of this server set. What was signed counts, also where the round was refused',
  },
);

/** The operator's limits, with the amounts spent. */
export interface BudgetOutput {
  readonly unit: SpendingUnit;
  readonly mostPerRound: bigint;
  readonly limits: SpendingLimits;
  readonly log: Pick<SpendingLog, 'spending'>;
}

export type ShowSpending = () => Promise<Static<typeof spendingOutput>>;

export function showSpendingOf({ unit, mostPerRound, limits, log }: BudgetOutput): ShowSpending {
  return async () => {
    const { spentToday, leftToday, leftInTotal, dayEndsAtMs } = await log.spending();
    return {
      unit,
      mostPerRound: mostPerRound.toString(),
      perDay: limits.perDay.toString(),
      spentToday: spentToday.toString(),
      leftToday: leftToday.toString(),
      total: limits.total?.toString() ?? null,
      leftInTotal: leftInTotal?.toString() ?? null,
      dayEndsAt: new Date(dayEndsAtMs).toISOString(),
    };
  };
}
