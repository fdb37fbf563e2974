import { describeRefusal } from '@oracle-gateway/ledger';
import { formatAddress } from '@oracle-gateway/protocol';

import type { Outcome } from '../carry-out.js';
import type { Change } from '../plan.js';
import type { Quote } from '../quote.js';
import { formatLamports, formatTokens } from '../wording.js';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';

/** Result of a command: text for people, JSON for scripts, an exit code for the shell. */
export interface Report {
  readonly exitCode: ExitCode;
  readonly text: string;
  readonly json: Readonly<Record<string, string | number | boolean | null>>;
}

export function describeChange({ effects, creates }: Change, { feeLamports, rentLamports, tokens }: Quote): string {
  const created = creates.map(({ what }) => what).join(', ');
  return [
    ...effects.map((effect) => `  ${effect}`),
    'costs',
    `  fee     ${formatLamports(feeLamports)}`,
    ...(rentLamports === 0n ? [] : [`  rent    ${formatLamports(rentLamports)}, locked in ${created}`]),
    ...(tokens === null ? [] : [`  tokens  ${formatTokens(tokens.amountAtomic, tokens.decimals)} of mint ${formatAddress(tokens.mint)}`]),
    '',
  ].join('\n');
}

export function quoteJson({ feeLamports, rentLamports, tokens }: Quote): Report['json'] {
  return {
    feeLamports: feeLamports.toString(),
    rentLamports: rentLamports.toString(),
    tokensAtomic: (tokens?.amountAtomic ?? 0n).toString(),
  };
}

export function outcomeReport(outcome: Outcome): Report {
  const { signature } = outcome;
  switch (outcome.kind) {
    case 'done':
      return {
        exitCode: EXIT_CODES.done,
        text: `done, confirmed in slot ${outcome.slot}\n`,
        json: { outcome: 'done', signature, slot: outcome.slot },
      };
    case 'refused': {
      const reason = describeRefusal(outcome.refusal);
      const paid = outcome.paid ? '; its fee is paid' : '';
      return {
        exitCode: EXIT_CODES.refused,
        text: `refused by the ledger, nothing changed${paid}: ${reason}\n`,
        json: { outcome: 'refused', signature, error: reason, feePaid: outcome.paid },
      };
    }
    case 'expired':
      return {
        exitCode: EXIT_CODES.failed,
        text: 'not landed before its blockhash expired: nothing changed, try again\n',
        json: { outcome: 'failed', signature, error: 'expired' },
      };
    case 'unknown':
      return {
        exitCode: EXIT_CODES.unknown,
        text:
          `unknown: ${signature} was sent, and its outcome is unknown (${outcome.reason}).\n` +
          `It may still land while the block height is at most ${outcome.lastValidBlockHeight}. Look up this signature on the ledger. Repeating the command later changes nothing that is done.\n`,
        json: { outcome: 'unknown', signature, lastValidBlockHeight: outcome.lastValidBlockHeight, error: outcome.reason },
      };
  }
}
