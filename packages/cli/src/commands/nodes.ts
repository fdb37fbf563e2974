import { connectToRead } from '@oracle-gateway/caller';
import { command, EXIT_CODES, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';
import type { CliCommand } from '../deps.js';
import { GATEWAY_FLAGS } from '../flag-groups.js';

const INDEX_COLUMNS = 3;

export const nodes: CliCommand = command({
  words: 'nodes',
  summary: 'Lists the nodes that the gateway asks, with their operators and keys',
  description: ['The list is what the gateway says. Values are verified with the keys on the ledger, not with these.'],
  operands: [],
  flags: { ...GATEWAY_FLAGS, ...OUTPUT_FLAGS },
  examples: [['oracle-gateway nodes --localnet', 'the five nodes of npm start']],
  async run({ flags, around, deps, terminal }) {
    const { client } = await connectToRead(deps.caller, flags);
    const listed = await client.nodes({ signal: around.signal });
    terminal.note(`registry version ${listed.registryVersion}, at least ${listed.minSigners} sign`);
    for (const node of listed.nodes)
      terminal.result(`${String(node.index).padStart(INDEX_COLUMNS)}  ${node.operator}  ${node.publicKey}`, node);
    return EXIT_CODES.done;
  },
});
