/** Limits that the operator of the agent sets, in the unit of the account. */
export interface SpendingLimits {
  /** Limit of one day of UTC. */
  readonly perDay: bigint;
  /** Limit for the life of the spending file. Null without such a limit. */
  readonly total: bigint | null;
}

const REASONS = {
  day: 'the limit of the day is used up',
  total: 'the limit of the total is used up',
  file: 'the file of what was spent is full or cannot be written',
} as const;

/** The operator's limit does not allow the amount. Nothing was sent. */
export class SpendingRefusedError extends Error {
  override readonly name = 'SpendingRefusedError';

  constructor(
    readonly limit: keyof typeof REASONS,
    readonly left: bigint,
  ) {
    super(REASONS[limit]);
  }
}
