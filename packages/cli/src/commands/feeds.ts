import { connectToRead } from '@oracle-gateway/caller';
import { command, EXIT_CODES, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';
import { searchFeeds } from '@oracle-gateway/client/search-feeds';
import type { ProviderDetail } from '@oracle-gateway/gateway-api';

import type { CliCommand } from '../deps.js';
import { GATEWAY_FLAGS } from '../flag-groups.js';

const MAX_PROVIDERS = 256;

export const feeds: CliCommand = command({
  words: 'feeds',
  summary: 'Lists the ready-made feeds of the gateway',
  description: [
    'Each line is a feed that `oracle-gateway get` takes by its name, with its title, its mode and the quorum that suits it. Where no feed has all words, the nearest are listed.',
  ],
  operands: [{ name: 'search', meaning: 'what people call it, such as bitcoin dollar', isRequired: false }],
  flags: { ...GATEWAY_FLAGS, ...OUTPUT_FLAGS },
  examples: [
    ['oracle-gateway feeds btc', 'feeds about BTC, best first'],
    ['oracle-gateway feeds --json', 'with the apiConfig of each'],
  ],
  async run({ operands: [search = ''], flags, around, deps, terminal }) {
    const { client } = await connectToRead(deps.caller, flags);
    const providers = await client.providers({ signal: around.signal });
    const listed: ListedFeed[] = [];
    for (const { id } of providers.slice(0, MAX_PROVIDERS)) listed.push(...feedsOf(await client.provider(id, { signal: around.signal })));
    const { feeds: found, isMatch } = searchFeeds(
      listed.map((feed) => ({ key: feed.name, title: feed.title, names: feed.names, feed })),
      search,
    );
    for (const { feed } of found) terminal.result(lineOf(feed), feed);
    if (!isMatch) terminal.note(found.length === 0 ? 'no feed has these words' : 'no feed has all these words; these come nearest');
    return EXIT_CODES.done;
  },
});

interface ListedFeed {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  /** Words that people search it by. */
  readonly names: readonly string[];
  readonly mode: string;
  readonly quorum: number;
  /** `none`, `caller`: seal your own; `sponsored`: the gateway brings one; `paid`: each node is paid for. */
  readonly credential: string;
  readonly sourceId: string;
  readonly source: object;
}

function feedsOf({ id, aggregation, flows }: ProviderDetail): readonly ListedFeed[] {
  return flows.flatMap(({ x402, credential, feeds: listed }) =>
    listed.map((feed) => ({
      name: `${id}/${feed.id}`,
      title: feed.title,
      unit: feed.unit,
      names: feed.names,
      mode: aggregation.mode,
      quorum: aggregation.minSignatures,
      credential: x402 === undefined ? credential.mode : 'paid',
      sourceId: feed.sourceId,
      source: feed.apiConfig,
    })),
  );
}

const NAME_COLUMNS = 34;
const TITLE_COLUMNS = 30;
const MODE_COLUMNS = 9;

function lineOf({ name, title, mode, quorum, credential }: ListedFeed): string {
  const asked = credential === 'none' ? '' : `  credential: ${credential}`;
  return `${name.padEnd(NAME_COLUMNS)}  ${title.padEnd(TITLE_COLUMNS)}  ${mode.padEnd(MODE_COLUMNS)}  ${quorum}${asked}`;
}
