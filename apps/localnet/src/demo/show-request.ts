import { formatAddress } from '@oracle-gateway/protocol';

import { section } from './format.js';
import type { Caller, DemoContext } from './demo-context.js';
import type { Question } from './serve-round.js';

export function showRequest({ world, print }: DemoContext, { feedOwner }: Caller, { source, quorum }: Question): void {
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
