import { connectToRead } from '@oracle-gateway/caller';
import { command, EXIT_CODES, operand, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';
import type { CliCommand } from '../deps.js';
import { GATEWAY_FLAGS, SOURCE_FLAGS } from '../flag-groups.js';
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
  async run({ operands, flags, around, deps, terminal }) {
    const [{ readSource }, { parseSubject, toHex }] = await Promise.all([
      import('../source/read-source.js'),
      import('@oracle-gateway/protocol'),
    ]);
    const catalogue = async () => (await connectToRead(deps.caller, flags)).client;
    const { source } = await readSource(
      { files: around.files, readStandardInput: deps.readStandardInput, catalogue },
      operand({ operands }, 0),
      flags,
    );
    const id = toHex(parseSubject('apiConfigs' in source ? source : { apiConfig: source }).sourceId);
    terminal.result(id, { sourceId: id, source });
    return EXIT_CODES.done;
  },
});
