import { join } from 'node:path';

import { ACCOUNT_KINDS, type CallerDeps, connect, DEFAULT_ACCOUNT, ledgerOf, type SpendingUnit } from '@oracle-gateway/caller';
import { readCallSettings, requiredSetting, UsageError } from '@oracle-gateway/caller/settings';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { MAX_SOURCES } from '@oracle-gateway/protocol';

import type { SpendingBudget, Options } from './options.js';
import { createSpendingLog, type SpendingLog } from './spending/spending-log.js';
import type { SpendingLimits } from './spending/spending-limits.js';
import { createTools } from './tools/index.js';
import type { BudgetOutput } from './tools/spending-output.js';
import type { Tool } from './tools/tool.js';

export interface OpenedTools {
  readonly tools: readonly Tool[];
  /** Remarks for the operator at the start. */
  readonly remarks: readonly string[];
}

/** The tools with the settings of one process. Throws UsageError. */
export async function openTools(
  deps: CallerDeps,
  options: Pick<Options, 'flags' | 'perDay' | 'total' | 'spendingLog'>,
): Promise<OpenedTools> {
  const { flags, perDay } = options;
  const settings = await readCallSettings(deps, flags);
  const name = settings.values.account ?? DEFAULT_ACCOUNT;
  const { unit } = ACCOUNT_KINDS[name];
  const path = options.spendingLog ?? join(deps.places.spendingFolder, `${settings.profile}-${name}.log`);
  // Where no limit is given, nothing may be spent: an account is refused below.
  const limits: SpendingLimits = {
    perDay: amountIn('--max-per-day', perDay, unit) ?? 0n,
    total: amountIn('--max-total', options.total, unit),
  };
  const log: SpendingLog = createSpendingLog({ clock: deps.clock }, { path, limits });
  const { client, account } = await connect(deps, flags, { needsKey: false, pays: true, allowance: log });
  const gateway = requiredSetting(settings, 'gateway');
  const { latestValues } = await import('@oracle-gateway/client/public-feeds');
  const publicFeeds = latestValues({ gateway, ledger: ledgerOf(settings) }, { clock: deps.clock, onDeprecated: deps.onDeprecated });
  if (account === null) {
    if (perDay !== null) throw new UsageError('--key', 'is required with --max-per-day: without a key, nothing is spent');
    return {
      tools: createTools({ client, publicFeeds, paying: null, clock: deps.clock }),
      remarks: [`gateway ${gateway}, no account: values cannot be asked for`],
    };
  }
  if (perDay === null)
    throw new UsageError(
      '--max-per-day',
      `is required with an account: the most that all rounds of a day may cost, such as ${FORMS[unit]}`,
    );
  // Each kind that moves money has required its own limit. A list takes one round of a subscription for each source.
  const mostPerRound = unit === 'rounds' ? BigInt(MAX_SOURCES) : requiredSetting(settings, 'max-amount');
  const budget: BudgetOutput = { unit, mostPerRound, limits, log };
  const shown = (amount: bigint): string => (unit === 'rounds' ? `${amount} rounds` : formatMoney(amount));
  const total = limits.total === null ? '' : `, ${shown(limits.total)} in all`;
  return {
    tools: createTools({ client, publicFeeds, paying: { account, budget }, clock: deps.clock }),
    remarks: [
      `gateway ${gateway}, account ${name}`,
      `limits: ${shown(mostPerRound)} a call, ${shown(limits.perDay)} a day${total}; kept in ${path}`,
    ],
  };
}

/** Texts of a budget in each unit. */
const FORMS: Readonly<Record<SpendingUnit, string>> = { 'atomic units': '$0.10 or 0.10usd', rounds: '100rounds' };

/** Throws UsageError for a budget in another unit than the account has. */
function amountIn(flag: string, budget: SpendingBudget | null, unit: SpendingUnit): bigint | null {
  if (budget === null) return null;
  if (budget.unit !== unit)
    throw new UsageError(flag, `must be ${unit === 'rounds' ? 'rounds' : 'dollars'}, such as ${FORMS[unit]}: the account pays in them`);
  return budget.amount;
}
