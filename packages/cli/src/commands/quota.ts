import { connect } from '@oracle-gateway/caller';
import { command, EXIT_CODES, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';
import { formatMoney, formatTime } from '@oracle-gateway/protocol/internal';

import type { CliCommand } from '../deps.js';
import { ACCOUNT_FLAGS, CONNECTION_FLAGS } from '../flag-groups.js';

export const quota: CliCommand = command({
  words: 'quota',
  summary: 'Prints what the account has left: rounds of a subscription, or the balance of an escrow',
  description: [],
  operands: [],
  flags: { ...ACCOUNT_FLAGS, ...CONNECTION_FLAGS, ...OUTPUT_FLAGS },
  examples: [
    ['oracle-gateway quota', 'of the subscription of the key'],
    ['oracle-gateway quota --account agent --json', 'of the escrow of the key'],
  ],
  async run({ flags, around, deps, terminal }) {
    const { client } = await connect(deps.caller, flags, { needsKey: true });
    const left = await client.quota({ signal: around.signal });
    const rows = quotaRows(left);
    const columns = Math.max(0, ...rows.map(([name]) => name.length));
    terminal.result(rows.map(([name, value]) => `${name.padEnd(columns)}  ${value}`).join('\n'), left);
    return EXIT_CODES.done;
  },
});

/** Amounts of money and times by their names in the gateway's answers, as people read them. */
const WORDS: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  ataBalance: moneyText,
  committedAmount: moneyText,
  quotedNextPrice: moneyText,
  quotedRoundPrice: moneyText,
  expiresAt: timeText,
};

/** Names and values of an account; those of a delegate behind its own name. */
function quotaRows(left: object, before = ''): readonly (readonly [name: string, value: string])[] {
  return Object.entries(left).flatMap<readonly [string, string]>(([name, value]: [string, unknown]) => {
    if (value === undefined) return [];
    if (typeof value === 'object' && value !== null && before === '') return quotaRows(value, `${name}.`);
    return [[`${before}${name}`, WORDS[name]?.(value) ?? plainText(value)]];
  });
}

function moneyText(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? formatMoney(BigInt(value)) : undefined;
}

function timeText(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? formatTime(value) : undefined;
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
