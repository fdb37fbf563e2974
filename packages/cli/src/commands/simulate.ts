import { connect } from '@oracle-gateway/caller';
import { command, EXIT_CODES, type ExitCode, operand, OUTPUT_FLAGS, type Terminal } from '@oracle-gateway/caller/command';
import type { CliCommand } from '../deps.js';
import type { SimulatedNode, Simulation } from '@oracle-gateway/client';

import { CONNECTION_FLAGS, ROUND_FLAGS, SOURCE_FLAGS, ACCOUNT_FLAGS } from '../flag-groups.js';
import { readAskedSource } from '../source/asked-source.js';
import { SOURCE_OPERAND } from '../source/source-operand.js';

const INDEX_COLUMNS = 3;

export const simulate: CliCommand = command({
  words: 'simulate',
  summary: 'Tries a source: what each node sees, and what would be signed; nothing is signed or paid',
  description: [
    'Prints the value that the nodes would sign. What each node saw is a remark on the standard error. The exit code is 3 where no value would be signed.',
    'Without a key, one node is asked. A value of a dry run is not verified.',
  ],
  operands: [SOURCE_OPERAND],
  flags: { ...SOURCE_FLAGS, ...ROUND_FLAGS, ...ACCOUNT_FLAGS, ...CONNECTION_FLAGS, ...OUTPUT_FLAGS },
  examples: [
    ["oracle-gateway simulate https://api.coinbase.com/v2/prices/BTC-USD/spot --path '$.data.amount'", 'before the first round'],
    ['oracle-gateway simulate source.json --json', 'with all that the gateway says'],
  ],
  async run(call) {
    const { operands, flags, around, deps, terminal } = call;
    const given = operand({ operands }, 0);
    const { client } = await connect(deps.caller, flags, { needsKey: false });
    const { signal } = around;
    const { source, quorum, secrets } = await readAskedSource(call, client, { given, flags });
    const stop = terminal.progress('asking the nodes …');
    const simulation = await client.simulate(source, { quorum, signal, ...(secrets === undefined ? {} : { secrets }) }).finally(stop);
    for (const node of simulation.nodes) terminal.note(nodeLine(node));
    const prices = Object.entries(simulation.prices).map(([path, price]) => `${path} ${price}`);
    if (prices.length > 0) terminal.note(`a round costs, in atomic units: ${prices.join(', ')}`);
    return outcome(simulation, terminal);
  },
});

function nodeLine(node: SimulatedNode): string {
  const seen = 'error' in node ? `${node.error.code}: ${node.error.detail}` : node.value;
  return `node ${String(node.nodeIndex).padStart(INDEX_COLUMNS)}  ${seen}  ${node.latencyMs} ms`;
}

/** Prints the value that would be signed if a round of this source were asked for now. */
function outcome(simulation: Simulation, terminal: Pick<Terminal, 'failure' | 'result'>): ExitCode {
  const { wouldSign, reason } = simulation;
  if (wouldSign !== null) {
    terminal.result(wouldSign.value, simulation);
    return EXIT_CODES.done;
  }
  const message = `no value would be signed: ${reason?.detail ?? 'the gateway gives no reason'}`;
  const code = reason?.code ?? 'no_value';
  terminal.failure(message, { error: { code, message, exitCode: EXIT_CODES.refused, simulation } });
  return EXIT_CODES.refused;
}
