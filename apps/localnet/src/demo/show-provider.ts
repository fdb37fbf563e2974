import { operations, type ProviderDetail, type ProviderListItem } from '@oracle-gateway/gateway-api';
import { toHex } from '@oracle-gateway/protocol';

import type { SecretKey } from '../base/keypair.js';
import { DemoFailure } from './demo-failure.js';
import { duration, section } from './format.js';
import { preparePriceRound, type PriceRoundInput } from './price-round.js';
import { execute, verifyServed } from './serve-round.js';
import type { DemoContext } from './demo-context.js';

const SHOWN = 'open-meteo';

/** Lists the catalogue, and requests a round of one of its feeds with the catalogue's own apiConfig. */
export async function showProvider(
  context: DemoContext,
  ownerKey: SecretKey,
  terms: Omit<PriceRoundInput, 'apiConfig' | 'ownerKey'>,
): Promise<void> {
  const listed = await readProviders(context);
  const { name, termsUrl, aggregation, flows } = await readProvider(context, SHOWN);
  const feed = flows[0]?.feeds[0];
  if (feed === undefined) throw new DemoFailure(`the provider ${SHOWN} has no feed`);
  const { apiConfig, sourceId, title } = feed;
  const round = preparePriceRound({ ...terms, signaturesRequired: aggregation.minSignatures, ownerKey, apiConfig });
  if (toHex(round.sourceId) !== sourceId) throw new DemoFailure("the feed's source id is not the hash of its apiConfig");
  const served = await execute(context, round);
  await verifyServed(context, round, served);
  const feeds = listed.reduce((sum, { feedCount }) => sum + feedCount, 0);
  context.print(
    section('12. A feed of the catalogue', [
      ['providers', `${listed.length}, with ${feeds} feeds: ${listed.map(({ id }) => id).join(', ')}`],
      ['feed', `${name}: ${title}`],
      ['source', apiConfig.url],
      ['served', `after ${duration(served.servedMs)}: ${served.answer.data.value}, verified like the first`],
      ['answered', "by the localnet in the provider's place, without the internet"],
      ['terms', termsUrl],
    ]),
  );
}

async function readProviders({ client }: DemoContext): Promise<readonly ProviderListItem[]> {
  const answer = await client.call(operations.getProviders);
  if (answer.status !== 200) throw new DemoFailure(`the gateway answered ${answer.status} when asked for its providers`);
  return answer.body.data.providers;
}

async function readProvider({ client }: DemoContext, providerId: string): Promise<ProviderDetail> {
  const answer = await client.call(operations.getProvider, { path: { providerId } });
  if (answer.status !== 200) throw new DemoFailure(`the gateway answered ${answer.status} when asked for the provider ${providerId}`);
  return answer.body.data;
}
