import { connect, ledgerOf } from '@oracle-gateway/caller';
import { command, EXIT_CODES, operand, optional, OUTPUT_FLAGS, toggle, withDefault } from '@oracle-gateway/caller/command';
import { anyText, duration, UsageError } from '@oracle-gateway/caller/settings';
import type { KeptRegistry, Round, SignedTerms } from '@oracle-gateway/client';
import type { CliCommand } from '../deps.js';
import { CONNECTION_FLAGS, LIST_FLAGS, PAYING_FLAGS, ROUND_FLAGS, SOURCE_FLAGS } from '../flag-groups.js';
import { describeSettlement } from '../settlement.js';
import { describeValue, describeValues, hasAllValues, listJson, roundJson, valueLines } from '../shown-round.js';
import { readAskedList, readAskedSource } from '../source/asked-source.js';
import { SOURCES_OPERAND } from '../source/source-operand.js';

export const get: CliCommand = command({
  words: 'get',
  summary: 'Gets values, signed by a quorum of nodes and verified',
  description: [
    'The value alone is printed on the standard output, and only after its signature was verified with the node keys on the ledger. Everything else is a remark on the standard error.',
    'Several sources are a list: one round, one payment, one line a value in the order of the sources. A source without a value has the line -, and the exit code is 3.',
    'With --json, the line also holds the answer, the source and the registry of the nodes: `oracle-gateway verify --registry` verifies it again at any time, without a network.',
  ],
  operands: [SOURCES_OPERAND],
  flags: {
    ...SOURCE_FLAGS,
    ...ROUND_FLAGS,
    ...LIST_FLAGS,
    'payment-id': optional({ ...anyText, placeholder: 'id' }, 'goes on with a payment whose outcome is unknown, instead of making another'),
    wait: toggle('waits until the round is settled on the ledger'),
    'wait-limit': withDefault(duration, '2m', 'how long --wait waits'),
    ...PAYING_FLAGS,
    ...CONNECTION_FLAGS,
    ...OUTPUT_FLAGS,
  },
  examples: [
    ['oracle-gateway get coinbase/btc-usd', 'a feed of the catalogue'],
    [
      "oracle-gateway get https://api.coinbase.com/v2/prices/BTC-USD/spot --path '$.data.amount' -n 5",
      'any HTTP source, signed by five nodes',
    ],
    ['oracle-gateway get coinbase/btc-usd coinbase/eth-usd --min-values 1', 'two values for one signature and one payment'],
    ['oracle-gateway get coinbase/btc-usd --localnet', 'from the world of npm start, without a key file'],
    [
      'oracle-gateway get source.json --account agent --max-amount 0.0025usd',
      'paid from the escrow of the key, for at most a quarter of a cent',
    ],
    [
      'oracle-gateway get https://host/price -H "authorization: {{secret.token}}" --secret token=@token.txt',
      'a source that takes a credential',
    ],
    ['oracle-gateway get coinbase/btc-usd --json > answer.json', 'a value to verify again later'],
  ],
  async run(call) {
    const { flags, around, deps, terminal } = call;
    const operands = call.operands.flatMap((one) => one ?? []);
    const minValues = flags['min-values'];
    if (operands.length === 1 && minValues !== undefined) throw new UsageError('--min-values', 'goes with several sources');
    const { client, account, settings } = await connect(deps.caller, flags, { needsKey: true, pays: true });
    const { signal } = around;
    const paymentId = flags['payment-id'];
    const options = { signal, ...(paymentId === undefined ? {} : { paymentId }) };
    const owner = account?.feedOwner;

    /** Tells that nodes are asked until the round has ended. */
    function progress<T>(quorum: number, asking: Promise<T>): Promise<T> {
      const stop = terminal.progress(`asking ${quorum} nodes …`);
      return asking.finally(stop);
    }

    /** Prints the line at once, or with its settlement. */
    async function print({ settled }: Pick<Round, 'settled'>, line: string, json: object): Promise<void> {
      if (!flags.wait) {
        terminal.result(line, json);
        return;
      }
      const stop = terminal.progress('waiting for the settlement …');
      const settlement = await settled({ signal, timeoutMs: flags['wait-limit'] }).finally(stop);
      terminal.note(describeSettlement(settlement));
      terminal.result(line, { ...json, settlement });
    }

    /** The registry that verified the answer, to verify it again without a network. A value is printed without it too. */
    async function keptRegistry({ registryVersion: version }: SignedTerms): Promise<{ readonly registry?: KeptRegistry }> {
      if (!flags.json) return {};
      try {
        const { keepRegistry } = await deps.caller.libraries.client();
        return { registry: await keepRegistry({ ledger: ledgerOf(settings), version, signal }) };
      } catch (error) {
        terminal.note(`the registry is not kept: ${error instanceof Error ? error.message : 'it could not be read'}`);
        return {};
      }
    }

    if (operands.length === 1) {
      const { source, terms } = await readAskedSource(call, client, { given: operand({ operands }, 0), flags });
      const round = await progress(terms.quorum, client.round(source, { ...options, ...terms }));
      terminal.note(`${describeValue(round)}, round ${round.roundId}`);
      await print(round, round.value, roundJson(round, { source, owner, ...(await keptRegistry(round)) }));
      return EXIT_CODES.done;
    }
    const { sources, terms } = await readAskedList(call, client, { given: operands, flags });
    const round = await progress(
      terms.quorum,
      client.values(sources, { ...options, ...terms, ...(minValues === undefined ? {} : { minValues }) }),
    );
    for (const remark of describeValues(round)) terminal.note(remark);
    terminal.note(`round ${round.roundId}`);
    await print(
      round,
      valueLines(round.values.map(({ value }) => value)),
      listJson(round, { sources, minValues, owner, ...(await keptRegistry(round)) }),
    );
    return hasAllValues(round) ? EXIT_CODES.done : EXIT_CODES.refused;
  },
});
