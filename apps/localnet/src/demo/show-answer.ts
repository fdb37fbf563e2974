import { formatAddress } from '@oracle-gateway/protocol';
import { registryAddress } from '@oracle-gateway/protocol/accounts';

import type { CheckedAttestation } from './check-attestation.js';
import { duration, listNodes, section } from './format.js';
import { readObservers } from './observers.js';
import type { PriceRound } from './price-round.js';
import { verifyServed, type Served } from './serve-round.js';
import type { DemoContext } from './demo-context.js';

/** Verifies and prints the answer. */
export async function showAnswer(context: DemoContext, round: PriceRound, served: Served): Promise<CheckedAttestation> {
  const { world, programId, print } = context;
  const version = BigInt(served.answer.data.registryVersion);
  const registryAt = registryAddress(programId, version);
  const checked = await verifyServed(context, round, served);
  const observers = await readObservers(
    world.manifest.nodes.map(({ index }) => world.stateFolder.logOf(`node-${index}`)),
    round,
  );
  print(
    section(`2. The answer, after ${duration(served.servedMs)}`, [
      ['value', `${served.answer.data.value}, the price of BTC in USD at the sample source`],
      ['observed', `${listNodes(observers)}, each asking the source itself`],
      ['signed', `${listNodes(checked.signers)}, one aggregate signature`],
    ]),
  );
  print(
    section('3. Verified without trusting the gateway', [
      ['keys from', `the ledger: registry version ${version} at ${formatAddress(registryAt)}`],
      ['verified', "the signature is those nodes', over this value, source, owner and time"],
      ['refused', 'the same answer with one bit of the value changed'],
    ]),
  );
  return checked;
}
