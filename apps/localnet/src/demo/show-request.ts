import { formatAddress } from '@oracle-gateway/protocol';

import { section } from './format.js';
import type { DemoCaller, DemoContext } from './demo-context.js';
import type { DemoQuestion } from './serve-round.js';

export function showRequest({ world, print }: DemoContext, { feedOwner }: DemoCaller, { source, quorum }: DemoQuestion): void {
  const { manifest } = world;
  print(
    section('1. A request of the client, for the owner of a subscription', [
      ['gateway', manifest.gatewayUrl],
      ['source', source.url],
      ['value at', source.responseParser ?? 'the whole body'],
      ['quorum', `${quorum} of ${manifest.nodes.length} nodes`],
      ['owner', formatAddress(feedOwner)],
    ]),
  );
}
