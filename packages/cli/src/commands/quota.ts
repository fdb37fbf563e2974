import { connect } from '@oracle-gateway/caller';
import { command, EXIT_CODES, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';
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
    const rows = Object.entries(left).filter(([, value]) => value !== undefined);
    const columns = Math.max(0, ...rows.map(([name]) => name.length));
    terminal.result(rows.map(([name, value]) => `${name.padEnd(columns)}  ${textOf(value)}`).join('\n'), left);
    return EXIT_CODES.done;
  },
});

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
