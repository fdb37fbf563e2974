import { operations } from '@oracle-gateway/gateway-api';
import { formatAddress } from '@oracle-gateway/protocol';

import { section } from './format.js';
import type { PriceRound } from './price-round.js';
import type { DemoContext } from './demo-context.js';

export function showRequest({ world, print }: DemoContext, round: PriceRound): void {
  const { manifest } = world;
  print(
    section('1. A request, signed by the owner of a subscription', [
      ['POST', `${manifest.gatewayUrl}${operations.executeRound.path}`],
      ['source', round.apiConfig.url],
      ['value at', round.apiConfig.responseParser ?? 'the whole body'],
      ['quorum', `${round.signaturesRequired} of ${manifest.nodes.length} nodes`],
      ['owner', formatAddress(round.owner)],
    ]),
  );
}
