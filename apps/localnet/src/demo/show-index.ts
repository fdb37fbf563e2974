import type { DemoCaller, DemoContext } from './demo-context.js';
import { DemoFailure } from './demo-failure.js';
import { formatDuration, formatGrouped, section } from './format.js';
import { readRoundsLeft } from './read-receipt.js';
import { failDemo } from './serve-round.js';
import { requirePaid } from './show-list.js';

const PROVIDER = 'index';

/** Shows a round of an index of the catalogue: one value of three exchanges. */
export async function showIndex(context: DemoContext, { client, feedOwner }: DemoCaller): Promise<void> {
  const { indices, sources, aggregation } = await client.provider(PROVIDER).catch(failDemo);
  const index = indices?.[0];
  if (index === undefined || sources === undefined) throw new DemoFailure(`the provider ${PROVIDER} has no index`);
  const { apiConfigs, combine } = index;
  const before = await readRoundsLeft(context, feedOwner);
  const startedAtMs = performance.now();
  const round = await client.round({ apiConfigs, combine }, { quorum: aggregation.minSignatures }).catch(failDemo);
  const servedMs = performance.now() - startedAtMs;
  if (round.sourceId !== index.sourceId) throw new DemoFailure('the id of the index is not that of its sources and its rule');
  await round.settled().catch(failDemo);
  const after = await readRoundsLeft(context, feedOwner);
  requirePaid(before, after, apiConfigs.length);
  context.print(
    section('14. One value of several sources', [
      ['index', `${PROVIDER}/${index.id}: ${sources.map(({ name }) => name).join(', ')}`],
      ['served', `after ${formatDuration(servedMs)}: ${round.value}, verified by the client`],
      [
        'agreed',
        `at each node at least ${combine.minSources} of ${apiConfigs.length}, within ${combine.maxDeviationBps} basis points of their median`,
      ],
      ['paid', `${apiConfigs.length} rounds of the subscription: ${formatGrouped(before)} before, ${formatGrouped(after)} now`],
    ]),
  );
}
