import { DemoFailure } from './demo-failure.js';
import { formatDuration, section } from './format.js';
import { failDemo, serveDemoRound } from './serve-round.js';
import type { DemoCaller, DemoContext } from './demo-context.js';

const SHOWN = 'open-meteo';

/** Lists the catalogue, and requests a round of one of its feeds with the catalogue's own apiConfig. */
export async function showProvider(context: DemoContext, caller: DemoCaller): Promise<void> {
  const { client } = caller;
  const listed = await client.providers().catch(failDemo);
  const { name, termsUrl, aggregation, flows } = await client.provider(SHOWN).catch(failDemo);
  const feed = flows[0]?.feeds[0];
  if (feed === undefined) throw new DemoFailure(`the provider ${SHOWN} has no feed`);
  const { apiConfig, sourceId, title } = feed;
  const served = await serveDemoRound(context, caller, { source: apiConfig, quorum: aggregation.minSignatures });
  await served.round.settled().catch(failDemo);
  if (served.round.sourceId !== sourceId) throw new DemoFailure("the feed's source id is not the hash of its apiConfig");
  const feeds = listed.reduce((sum, { feedCount }) => sum + feedCount, 0);
  context.print(
    section('12. A feed of the catalogue', [
      ['catalogue', `${listed.length} providers, ${feeds} feeds`],
      ['feed', `${name}: ${title}`],
      ['source', apiConfig.url],
      ['served', `after ${formatDuration(served.servedMs)}: ${served.round.value}, verified like the first`],
      ['answered', "by the localnet in the provider's place, without the internet"],
      ['terms', termsUrl],
    ]),
  );
}
