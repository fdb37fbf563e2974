import type { Account, Client } from '@oracle-gateway/client';

import { createAskedRounds } from './asked-rounds.js';
import { findFeeds } from './find-feeds.js';
import { getBudget } from './get-budget.js';
import { type FeedReads, getLatest } from './get-latest.js';
import { getRoundTool } from './get-round.js';
import { getUsageTool } from './get-usage.js';
import { getValue, getValues } from './get-value.js';
import { simulateSource } from './simulate-source.js';
import { type BudgetOutput, showSpendingOf } from './spending-output.js';
import type { Tool } from './tool.js';

export interface ToolsDeps {
  readonly client: Client;
  readonly publicFeeds: FeedReads;
  /** Null: rounds cannot be asked for. */
  readonly paying: { readonly account: Pick<Account, 'feedOwner'>; readonly budget: BudgetOutput } | null;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/** Every tool, once for the process: what they remember is shared by all connections. */
export function createTools({ client, publicFeeds, paying, clock }: ToolsDeps): readonly Tool[] {
  const rounds = createAskedRounds();
  const free = [
    findFeeds({ client, clock }),
    getLatest({ publicFeeds, clock }),
    simulateSource({ client }),
    getRoundTool({ client, rounds, clock }),
  ];
  if (paying === null) return free;
  const showSpending = showSpendingOf(paying.budget);
  const deps = { client, account: paying.account, rounds, showSpending, clock };
  return [...free, getValue(deps), getValues(deps), getBudget({ showSpending }), getUsageTool({ client })];
}
