import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { type Client as GatewayClient, type ListRound, type Round, UnknownOutcomeError } from '@oracle-gateway/client';

import type { FeedReads } from '../src/tools/get-latest.js';

import { createServers } from '../src/server.js';
import type { SpentAmount } from '../src/spending/spending-log.js';
import { createTools } from '../src/tools/index.js';

export const NOW_MS = Date.parse('2026-11-23T09:00:00Z');
export const OWNER = '11111111111111111111111111111111';
export const ROUND_ID = '5LXF67aj3B2mbb3tramuJ7NWE24uAvvJHTUEJNWUjBf8';
export const SOURCE = { url: 'https://host.test/price', method: 'GET', responseParser: '$.price' };

export const ROUND: Round = {
  value: '64628.31',
  feedId: `0x${'1'.repeat(64)}`,
  sourceId: `0x${'2'.repeat(64)}`,
  timestampMs: NOW_MS - 2_400,
  observedAtMs: NOW_MS - 2_000,
  signers: [0, 2, 4],
  quorum: 3,
  registryVersion: 1,
  mode: 'exact',
  roundId: ROUND_ID,
  answer: {},
  settled: () => Promise.reject(new Error('never asked')),
};

const { value, mode, ...SIGNED } = ROUND;
const LISTED = { sourceId: ROUND.sourceId, feedId: ROUND.feedId, mode, source: { ...SOURCE, method: 'GET' as const } };

/** A list whose second source has no value. */
export const LIST_ROUND: ListRound = {
  ...SIGNED,
  values: [
    { ...LISTED, value, observedAtMs: ROUND.observedAtMs },
    { ...LISTED, value: null, unsignedReason: { code: 'upstream_failure', detail: 'gone' } },
  ],
};

/** A gateway that shows no feed to every reader. */
export const NO_FEEDS: FeedReads = {
  feeds: () => Promise.resolve([]),
  latest: () => Promise.reject(new Error('never asked')),
};

const SPENDING: SpentAmount = { spentToday: 3n, leftToday: 7n, spentInTotal: 3n, leftInTotal: null, dayEndsAtMs: NOW_MS + 1_000 };

export interface Called {
  readonly isError: boolean;
  /** Text that a model reads. */
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

export interface Served {
  readonly agent: Client;
  readonly call: (name: string, input?: object) => Promise<Called>;
}

/** An agent of the official client, connected to the server; the gateway's client is a fake that has what `gateway` has. */
export async function serve(
  gateway: Partial<GatewayClient> = {},
  { isPaying = true, publicFeeds = NO_FEEDS }: { readonly isPaying?: boolean; readonly publicFeeds?: FeedReads } = {},
): Promise<Served> {
  const client = new Proxy<Partial<GatewayClient>>(
    { defaultQuorum: () => Promise.resolve(3), ...gateway },
    {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (member === undefined) throw new Error(`the test has no client.${String(name)}`);
        return member;
      },
    },
  ) as GatewayClient;
  const paying = {
    account: { feedOwner: OWNER },
    budget: { unit: 'rounds', mostPerRound: 32n, limits: { perDay: 10n, total: null }, log: { spending: () => Promise.resolve(SPENDING) } },
  } as const;
  const create = createServers(createTools({ client, publicFeeds, paying: isPaying ? paying : null, clock: () => NOW_MS }));
  const [here, there] = InMemoryTransport.createLinkedPair();
  const agent = new Client({ name: 'test', version: '0' });
  await Promise.all([create().connect(there), agent.connect(here)]);
  return { agent, call: (name, input = {}) => callTool(agent, name, input) };
}

export async function callTool(agent: Client, name: string, input: object = {}): Promise<Called> {
  const { isError, content, structuredContent } = await agent.callTool({ name, arguments: { ...input } });
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return { isError: isError === true, text, structured: { ...(structuredContent as object | undefined) } };
}

export function unknownOutcome(input: ConstructorParameters<typeof UnknownOutcomeError>[0]): UnknownOutcomeError {
  return new UnknownOutcomeError(input);
}
