import type { AdmittedRound } from './model/admitted-round.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { NodeDirectory, RoundNode } from '../nodes/node-directory.js';
import type { NodeFailures } from '../nodes/node-health.js';
import type { PeerRecord } from '../nodes/peer-record.js';
import { chooseEligible } from './model/eligible-set.js';
import type { RandomBytes } from './model/random-bytes.js';
import { sourceHost } from './observing/source-host.js';

export interface RoundNodesDeps {
  readonly directory: NodeDirectory;
  readonly health: NodeFailures;
  readonly peers: PeerRecord;
  readonly randomBytes: RandomBytes;
}

/** The nodes that a round may ask, of its registry version. Throws a 503 GatewayError. */
export async function chooseNodes(
  { apiConfig, sealed, registry, signaturesRequired }: Pick<AdmittedRound, 'apiConfig' | 'sealed' | 'registry' | 'signaturesRequired'>,
  deps: RoundNodesDeps,
): Promise<readonly RoundNode[]> {
  // A node that has come since the envelopes were judged cannot open what was not sealed for it.
  const nodes = (await deps.directory(registry)).filter(({ index }) => sealed === undefined || sealed.envelopes.has(index));
  if (nodes.length < signaturesRequired) throw new GatewayError('too_few_nodes');
  const host = sourceHost(apiConfig);
  const isAskedLast = (index: number): boolean => deps.health.isFailing(index) || deps.peers.isAskedLast(host, index);
  return chooseEligible(nodes, { quorum: signaturesRequired, buffer: registry.redundancyBuffer }, { ...deps, isAskedLast });
}
