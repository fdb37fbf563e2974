import { connect } from '@oracle-gateway/caller';
import { command, EXIT_CODES, type ExitCode, operand, OUTPUT_FLAGS, type Terminal } from '@oracle-gateway/caller/command';
import { isIndex, type SourceOrIndex } from '@oracle-gateway/caller/feeds';
import { UsageError } from '@oracle-gateway/caller/settings';
import { failureLines } from '@oracle-gateway/client/failures';
import { type ApiConfig, secretNames } from '@oracle-gateway/protocol';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import type { CliCommand } from '../deps.js';
import type {
  SimulatedRound,
  ListSimulation,
  SimulatedFailure,
  SimulatedListNode,
  SimulatedNode,
  Simulation,
} from '@oracle-gateway/client';

import { ACCOUNT_FLAGS, CONNECTION_FLAGS, LIST_FLAGS, ROUND_FLAGS, SOURCE_FLAGS } from '../flag-groups.js';
import { valueLines } from '../shown-round.js';
import { readAskedList, readAskedSource } from '../source/asked-source.js';
import { quoted } from '../source/dry-run-of.js';
import { SOURCES_OPERAND } from '../source/source-operand.js';

const INDEX_COLUMNS = 3;

export const simulate: CliCommand = command({
  words: 'simulate',
  summary: 'Tries sources: what each node sees, and what would be signed; nothing is signed or paid',
  description: [
    'Prints the value that the nodes would sign. What each node saw is a remark on the standard error. The exit code is 3 where no value would be signed, or not all of a list.',
    'Without a key, one node is asked. A value of a dry run is not verified.',
  ],
  operands: [SOURCES_OPERAND],
  flags: { ...SOURCE_FLAGS, ...ROUND_FLAGS, ...LIST_FLAGS, ...ACCOUNT_FLAGS, ...CONNECTION_FLAGS, ...OUTPUT_FLAGS },
  examples: [
    ["oracle-gateway simulate https://api.coinbase.com/v2/prices/BTC-USD/spot --path '$.data.amount'", 'before the first round'],
    ['oracle-gateway simulate coinbase/btc-usd coinbase/eth-usd', 'two sources as one round'],
    ['oracle-gateway simulate source.json --json', 'with all that the gateway says'],
  ],
  async run(call) {
    const { flags, around, deps, terminal } = call;
    const operands = call.operands.flatMap((one) => one ?? []);
    const minValues = flags['min-values'];
    if (operands.length === 1 && minValues !== undefined) throw new UsageError('--min-values', 'goes with several sources');
    const { client } = await connect(deps.caller, flags, { needsKey: false });
    const { signal } = around;

    async function shown<S extends Simulation | ListSimulation>(asking: Promise<S>): Promise<S> {
      const stop = terminal.progress('asking the nodes …');
      const simulation = await asking.finally(stop);
      for (const node of simulation.nodes) terminal.note(nodeLine(node));
      const prices = Object.entries(simulation.prices).map(([path, price]) => `${path} ${formatMoney(BigInt(price))}`);
      if (prices.length > 0) terminal.note(`a round costs: ${prices.join(', ')}`);
      for (const line of new Set(simulation.nodes.flatMap(adviceOf))) terminal.note(`  ${line}`);
      return simulation;
    }

    if (operands.length === 1) {
      const { source, terms } = await readAskedSource(call, client, { given: operand({ operands }, 0), flags });
      const simulation = await shown(client.simulate(source, { signal, ...terms }));
      const { wouldSign } = simulation;
      if (wouldSign === null) {
        if (simulation.nodes.some((node) => 'error' in node) && isPlain(source)) terminal.note(`  try: curl -s ${quoted(source.url)}`);
        return noValue(simulation, terminal);
      }
      terminal.result(wouldSign.value, simulation);
      return EXIT_CODES.done;
    }
    const { sources, terms } = await readAskedList(call, client, { given: operands, flags });
    const options = { signal, ...terms, ...(minValues === undefined ? {} : { minValues }) };
    const simulation = await shown(client.simulateValues(sources, options));
    const { wouldSign } = simulation;
    if (wouldSign === null) return noValue(simulation, terminal);
    terminal.result(valueLines(wouldSign.values.map((one) => ('value' in one ? one.value : null))), simulation);
    return wouldSign.values.every((one) => 'value' in one) ? EXIT_CODES.done : EXIT_CODES.refused;
  },
});

/** Whether a user can ask the source with its address alone. */
function isPlain(source: SourceOrIndex): source is ApiConfig {
  return !isIndex(source) && source.method === 'GET' && source.headers === undefined && secretNames(source).length === 0;
}

function nodeLine(node: SimulatedNode | SimulatedListNode): string {
  const seen = 'values' in node ? node.values.map(seenText).join(' | ') : seenText(node);
  return `node ${String(node.nodeIndex).padStart(INDEX_COLUMNS)}  ${seen}  ${node.latencyMs} ms`;
}

/** The lines below the failures of a node; of a list, each of its sources by its place. */
function adviceOf(node: SimulatedNode | SimulatedListNode): readonly string[] {
  if ('error' in node) return failureLines(node.error);
  if (!('values' in node)) return [];
  return node.values.flatMap((one, place) => ('error' in one ? failureLines({ ...one.error, source: `apiConfigs[${place}]` }) : []));
}

function seenText(seen: { readonly value: string } | { readonly error: SimulatedFailure }): string {
  return 'error' in seen ? `${seen.error.code}: ${seen.error.detail}` : seen.value;
}

function noValue(simulation: SimulatedRound, terminal: Pick<Terminal, 'failure'>): ExitCode {
  const { reason } = simulation;
  const message = `no value would be signed: ${reason?.detail ?? 'the gateway gives no reason'}`;
  const code = reason?.code ?? 'no_value';
  terminal.failure(message, { error: { code, message, exitCode: EXIT_CODES.refused, simulation } });
  return EXIT_CODES.refused;
}
