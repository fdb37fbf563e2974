import { command, EXIT_CODES, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';
import type { CliCommand } from '../deps.js';
import { GATEWAY_FLAGS, SOURCE_FLAGS } from '../flag-groups.js';
import { readNamedSubject } from '../source/named-subject.js';
import { SOURCE_OPERAND } from '../source/source-operand.js';

export const sourceId: CliCommand = command({
  words: 'source-id',
  summary: 'Prints the id of a source or an index: the hash of what is asked',
  description: ['No gateway is asked, except for a feed that only a gateway describes.'],
  operands: [SOURCE_OPERAND],
  flags: { ...SOURCE_FLAGS, ...GATEWAY_FLAGS, ...OUTPUT_FLAGS },
  examples: [
    ['oracle-gateway source-id source.json', 'of a file'],
    ["oracle-gateway source-id https://api.coinbase.com/v2/prices/BTC-USD/spot --path '$.data.amount' --json", 'with the whole apiConfig'],
  ],
  async run(call) {
    const { subject, source } = await readNamedSubject(call, call);
    const { toHex } = await import('@oracle-gateway/protocol');
    const id = toHex(subject.sourceId);
    call.terminal.result(id, { sourceId: id, source });
    return EXIT_CODES.done;
  },
});
