import type { RoundPorts } from '../model/round-ports.js';
import type { AdmittedRound } from '../model/admitted-round.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { RoundNode } from '../nodes/node-directory.js';
import { chooseAnew, chooseEligible, chooseSigners, type DrawDeps } from '../nodes/eligible-set.js';
import type { FailedDraw } from './node-outcomes.js';
import { sourceHost } from '../observing/source-host.js';

type NodesOf = Pick<AdmittedRound, 'apiConfig' | 'sealed' | 'registry' | 'signaturesRequired'> & Partial<Pick<AdmittedRound, 'tenant'>>;

/** The nodes that a round may ask, of its registry version. Throws a 503 GatewayError. */
export async function chooseNodes(round: NodesOf, ports: RoundPorts): Promise<readonly RoundNode[]> {
  const { registry, signaturesRequired } = round;
  const nodes = await usableNodes(round, ports);
  if (nodes.length < signaturesRequired) throw new GatewayError('too_few_nodes');
  return chooseEligible(nodes, { quorum: signaturesRequired, buffer: registry.redundancyBuffer }, drawDeps(round, ports));
}

/**
 * The nodes to ask when a draw has failed: first nodes that it did not ask, then nodes that gave it a value, then nodes with
 * something against them. Throws a 503 GatewayError, also where the draw has asked all of them under this registry version.
 */
export async function chooseOtherNodes(round: NodesOf, failed: FailedDraw, ports: RoundPorts): Promise<readonly RoundNode[]> {
  const { registry, signaturesRequired } = round;
  const nodes = await usableNodes(round, ports);
  const isSame = registry.version === failed.registryVersion && nodes.every(({ index }) => failed.asked.has(index));
  if (nodes.length < signaturesRequired || isSame) throw new GatewayError('too_few_nodes');
  const { isAskedLast, randomBytes } = drawDeps(round, ports);
  const rankOf = (index: number): number => {
    if (failed.asked.has(index) && !failed.saw.has(index)) return 3;
    if (isAskedLast(index)) return 2;
    return Number(failed.asked.has(index));
  };
  return chooseAnew(nodes, { quorum: signaturesRequired, buffer: registry.redundancyBuffer }, { rankOf, randomBytes });
}

/** One of them. Throws a 503 GatewayError. */
export async function chooseOneNode(round: Omit<NodesOf, 'signaturesRequired'>, ports: RoundPorts): Promise<RoundNode> {
  const [node] = chooseSigners(await usableNodes(round, ports), 1, drawDeps(round, ports));
  if (node === undefined) throw new GatewayError('too_few_nodes');
  return node;
}

/** A node that has come since the envelopes were judged cannot open what was not sealed for it. */
async function usableNodes(
  { sealed, registry }: Pick<NodesOf, 'sealed' | 'registry'>,
  { nodes }: RoundPorts,
): Promise<readonly RoundNode[]> {
  return (await nodes.directory(registry)).filter(({ index }) => sealed === undefined || sealed.envelopes.has(index));
}

function drawDeps(
  { apiConfig, tenant }: Pick<NodesOf, 'apiConfig' | 'tenant'>,
  { nodes: { health, peers }, curve: { randomBytes } }: RoundPorts,
): DrawDeps {
  const vantage = { host: sourceHost(apiConfig), tenant: tenant?.name };
  return { randomBytes, isAskedLast: (index) => health.isFailing(index) || peers.isAskedLast(vantage, index) };
}
