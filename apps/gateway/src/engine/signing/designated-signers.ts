import { nodesWithSharedPoints } from '@oracle-gateway/node-api';
import type { AdmittedRound } from '../model/admitted-round.js';
import type { RoundPorts } from '../model/round-ports.js';
import type { NodeCallContext } from '../nodes/node-call-error.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { Vantage } from '../nodes/peer-record.js';
import type { Signer } from '../model/signer.js';
import { chooseSigners } from '../nodes/eligible-set.js';
import { vantageOf } from '../observing/source-host.js';

interface DrawnNodes {
  readonly round: Pick<AdmittedRound, 'sourceId' | 'apiConfig' | 'party' | 'signaturesRequired'>;
  readonly eligible: readonly RoundNode[];
}

/**
 * Exactly a quorum of the eligible nodes, ascending by index, each with a commitment that it gave in advance. Null when too few have one.
 * Null in tolerance mode too: a signer needs the others' observations before it can sign (protocol §3). Nodes that committed to one point
 * are told to `reportFault`, all of them, and others drawn in their place: honest co-signers would refuse to sign beside them.
 */
export function designateSigners(
  { round, eligible, reportFault }: DrawnNodes & { readonly reportFault: (fault: NodeCallContext) => void },
  { nodes, curve: { randomBytes } }: RoundPorts,
): readonly Signer[] | null {
  const { inAdvance } = nodes;
  if (inAdvance === null || round.apiConfig.aggregation !== undefined) return null;
  const { stock } = inAdvance;
  const vantage = vantageOf(round);
  const isAskedLast = (index: number): boolean => isDoubtful(index, vantage, nodes);
  let stocked = eligible.filter((node) => stock.has(node));
  while (stocked.length >= round.signaturesRequired) {
    const chosen = chooseSigners(stocked, round.signaturesRequired, { isAskedLast, randomBytes });
    const designated = chosen.flatMap((node) => {
      const nonce = stock.take(node);
      return nonce === null ? [] : [{ node, nonce }];
    });
    if (designated.length !== chosen.length) return null;
    const guilty = nodesWithSharedPoints(designated);
    if (guilty.size === 0) return designated;
    for (const node of chosen.filter(({ index }) => guilty.has(index))) {
      stock.drop(node);
      reportFault({ nodeIndex: node.index, step: 'commit', fault: 'bad_answer', isProven: true });
    }
    stocked = stocked.filter(({ index }) => !guilty.has(index));
  }
  return null;
}

/**
 * The nodes to ask at the beginning. The spares are not among them where the designated signers will do without: none of them failed or was late
 * lately, and the source has not given nodes different values. A spare that is asked last for this source is asked along once in a while.
 */
export function askedFirst(
  { round, eligible, designated }: DrawnNodes & { readonly designated: readonly Signer[] | null },
  { nodes }: RoundPorts,
): readonly RoundNode[] {
  if (designated === null || nodes.inAdvance?.unstable.has(round.sourceId) === true) return eligible;
  const vantage = vantageOf(round);
  if (designated.some(({ node }) => isDoubtful(node.index, vantage, nodes))) return eligible;
  const signers = designated.map(({ node }) => node);
  return [...signers, ...eligible.filter((node) => !signers.includes(node) && nodes.peers.takeProbe(vantage, node.index))];
}

function isDoubtful(index: number, vantage: Vantage, { health, peers }: RoundPorts['nodes']): boolean {
  return health.isFailing(index) || peers.isLate(vantage, index) || peers.isAskedLast(vantage, index);
}
