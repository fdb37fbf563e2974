import { connect } from '@oracle-gateway/caller';
import { command, EXIT_CODES, operand, optional, OUTPUT_FLAGS, toggle, withDefault } from '@oracle-gateway/caller/command';
import { anyText, duration } from '@oracle-gateway/caller/settings';
import type { CliCommand } from '../deps.js';
import { CONNECTION_FLAGS, PAYING_FLAGS, ROUND_FLAGS, SOURCE_FLAGS } from '../flag-groups.js';
import { describeSettlement } from '../settlement.js';
import { describeValue, roundJson } from '../shown-round.js';
import { readAskedSource } from '../source/asked-source.js';
import { SOURCE_OPERAND } from '../source/source-operand.js';

export const get: CliCommand = command({
  words: 'get',
  summary: 'Gets one value, signed by a quorum of nodes and verified',
  description: [
    'The value alone is printed on the standard output, and only after its signature was verified with the node keys on the ledger. Everything else is a remark on the standard error.',
    'With --json, the line also holds the answer and the source: `oracle-gateway verify` verifies it again later, without the gateway.',
  ],
  operands: [SOURCE_OPERAND],
  flags: {
    ...SOURCE_FLAGS,
    ...ROUND_FLAGS,
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
    ['oracle-gateway get coinbase/btc-usd --localnet', 'from the world of npm start, without a key file'],
    ['oracle-gateway get source.json --account agent --max-amount 2500', 'paid from the escrow of the key, for at most 2500 atomic units'],
    [
      'oracle-gateway get https://host/price -H "authorization: {{secret.token}}" --secret token=@token.txt',
      'a source that takes a credential',
    ],
    ['oracle-gateway get coinbase/btc-usd --json > answer.json', 'a value to verify again later'],
  ],
  async run(call) {
    const { operands, flags, around, deps, terminal } = call;
    const given = operand({ operands }, 0);
    const { client, account } = await connect(deps.caller, flags, { needsKey: true, pays: true });
    const { signal } = around;
    const { source, quorum, secrets } = await readAskedSource(call, client, { given, flags });
    const paymentId = flags['payment-id'];
    const stop = terminal.progress(`asking ${quorum} nodes …`);
    const round = await client
      .round(source, { quorum, signal, ...(secrets === undefined ? {} : { secrets }), ...(paymentId === undefined ? {} : { paymentId }) })
      .finally(stop);
    terminal.note(`${describeValue(round)}, round ${round.roundId}`);
    const json = roundJson(round, { source, owner: account?.feedOwner });
    if (!flags.wait) {
      terminal.result(round.value, json);
      return EXIT_CODES.done;
    }
    const stopWaiting = terminal.progress('waiting for the settlement …');
    const settlement = await round.settled({ signal, timeoutMs: flags['wait-limit'] }).finally(stopWaiting);
    terminal.note(describeSettlement(settlement));
    terminal.result(round.value, { ...json, settlement });
    return EXIT_CODES.done;
  },
});
