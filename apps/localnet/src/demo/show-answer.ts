import { formatAddress } from '@oracle-gateway/protocol';
import { registryAddress } from '@oracle-gateway/protocol/accounts';

import { formatDuration, listNodes, section } from './format.js';
import { readObservers } from './observers.js';
import type { Served } from './serve-round.js';
import type { DemoContext } from './demo-context.js';

/** Prints the answer, which the client and the demo have verified. */
export async function showAnswer({ world, programId, print }: DemoContext, { round, asked, checked, servedMs }: Served): Promise<void> {
  const registryAt = registryAddress(programId, BigInt(round.registryVersion));
  const observers = await readObservers(
    world.manifest.nodes.map(({ index }) => world.stateFolder.logOf(`node-${index}`)),
    asked,
    checked.signers,
  );
  print(
    section(`2. The answer, after ${formatDuration(servedMs)}`, [
      ['value', `${round.value}, the price of BTC in USD at the sample source`],
      ['observed', `${listNodes(observers)}, each asking the source itself`],
      ['signed', `${listNodes(checked.signers)}, one aggregate signature`],
    ]),
  );
  print(
    section('3. Verified without trusting the gateway', [
      ['keys from', `the ledger: registry version ${round.registryVersion} at ${formatAddress(registryAt)}`],
      ['verified', "by the client, before it returned the value: the signature is those nodes'"],
      ['again', 'by the demo, with keys that it read itself: over this value, source, owner and time'],
      ['refused', 'the same answer with one bit of the value changed'],
    ]),
  );
}
