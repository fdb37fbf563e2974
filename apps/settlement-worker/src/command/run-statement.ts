import { CommandLineError } from '@oracle-gateway/process';
import { isAddress } from '@oracle-gateway/protocol';
import type { ConfigAccount } from '@oracle-gateway/protocol/accounts';
import { readBookDays } from '../statement/book-days.js';
import { readListedProblems } from '../statement/listed-problems.js';
import type { SignaturePrices } from '../statement/node-shares.js';
import { writeStatement } from '../statement/statement.js';
import { daysOf, type BookFlags, textFlag } from './days.js';
import { OperateError } from './operate-error.js';

export interface StatementCommandDeps {
  readonly write: (text: string) => void;
  /** The prices of the deployment, as they are now. */
  readonly readPrices: () => Promise<ConfigAccount['prices']>;
}

/** `operate statement`. Throws CommandLineError, and OperateError where the books are not whole. */
export async function runStatement(flags: BookFlags, { write, readPrices }: StatementCommandDeps): Promise<void> {
  const folder = textFlag(flags, 'books', 'the folder of `operate books pull`');
  const days = daysOf(flags);
  const owner = flags.get('owner') ?? null;
  if (owner !== null && (owner === true || !isAddress(owner))) throw new CommandLineError('--owner: must be an address in base58');
  const prices = flags.has('nodes') ? signaturePrices(await readPrices()) : null;
  const problems = await readListedProblems(folder);
  const faults = await writeStatement({ owner, csv: flags.has('csv'), prices, problems }, { items: readBookDays(folder, days), write });
  if (faults.length > 0) throw new OperateError(`the books are not whole: ${faults.length} faults`);
}

/** The price of one signature by the name of the path (docs/pricing.md). */
function signaturePrices({ subscriptionRoundPerSig, agentRoundPerSig, rewardPerSignature }: ConfigAccount['prices']): SignaturePrices {
  return new Map([
    ['subscription', subscriptionRoundPerSig],
    ['agent', agentRoundPerSig],
    ['x402', rewardPerSignature],
  ]);
}
