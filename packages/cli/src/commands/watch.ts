import { connect } from '@oracle-gateway/caller';
import { command, EXIT_CODES, operand, optional, OUTPUT_FLAGS, withDefault } from '@oracle-gateway/caller/command';
import { duration, integerIn } from '@oracle-gateway/caller/settings';
import type { CliCommand } from '../deps.js';
import { CONNECTION_FLAGS, PAYING_FLAGS, ROUND_FLAGS, SOURCE_FLAGS } from '../flag-groups.js';
import { describeValue, roundJson } from '../shown-round.js';
import { readAskedSource } from '../source/asked-source.js';
import { SOURCE_OPERAND } from '../source/source-operand.js';

const MAX_COUNT = 1_000_000;

export const watch: CliCommand = command({
  words: 'watch',
  summary: 'Gets a verified value again and again, one a line',
  description: [
    'Each value is a round, and costs what a round costs. Ctrl-C ends it, with exit code 0. A round that fails ends it with the exit code of the failure.',
  ],
  operands: [SOURCE_OPERAND],
  flags: {
    every: withDefault(duration, '10s', 'time from one value to the next', { short: 'e' }),
    count: optional(integerIn(1, MAX_COUNT), 'ends after so many values', { short: 'c' }),
    ...SOURCE_FLAGS,
    ...ROUND_FLAGS,
    ...PAYING_FLAGS,
    ...CONNECTION_FLAGS,
    ...OUTPUT_FLAGS,
  },
  examples: [
    ['oracle-gateway watch coinbase/btc-usd --every 30s', 'until Ctrl-C'],
    ['oracle-gateway watch coinbase/btc-usd --json --count 10 >> prices.jsonl', 'ten lines of JSON'],
  ],
  async run(call) {
    const { operands, flags, around, deps, terminal } = call;
    const given = operand({ operands }, 0);
    const { client, account } = await connect(deps.caller, flags, { needsKey: true, pays: true });
    const { signal } = around;
    const { source, terms } = await readAskedSource(call, client, { given, flags });
    let left = flags.count ?? Number.POSITIVE_INFINITY;
    try {
      const options = { everyMs: flags.every, signal, ...terms };
      for await (const round of client.watch(source, options)) {
        terminal.note(`${describeValue(round)}, round ${round.roundId}`);
        terminal.result(round.value, roundJson(round, { source, owner: account?.feedOwner }));
        left -= 1;
        if (left <= 0) break;
      }
    } catch (error) {
      // Ctrl-C is how a user ends it.
      if (!signal.aborted || (error instanceof Error && error.name === 'UnknownOutcomeError')) throw error;
    }
    return EXIT_CODES.done;
  },
});
