import { nodesWithSharedPoints } from '@oracle-gateway/node-api';
import type { AdmittedRound } from '../model/admitted-round.js';
import type { CommitmentStock } from '../../nodes/commitment-stock.js';
import type { NodeCallContext } from '../../errors/node-call-error.js';
import type { RoundNode } from '../../nodes/node-directory.js';
import type { NodeFailures } from '../../nodes/node-health.js';
import type { PeerRecord, Vantage } from '../../nodes/peer-record.js';
import type { Signer } from '../model/signer.js';
import { chooseSigners } from '../model/eligible-set.js';
import type { RandomBytes } from '../model/random-bytes.js';
import { vantageOf } from '../observing/source-host.js';
import { createUnstableSources, type UnstableSources } from '../observing/unstable-sources.js';

/** What rounds in one exchange need. */
export interface InAdvance {
  readonly stock: CommitmentStock;
  readonly unstable: UnstableSources;
}

export function createInAdvance(stock: CommitmentStock, deps: { readonly monotonicMs: () => number }): InAdvance {
  return { stock, unstable: createUnstableSources(deps) };
}

export interface DesignatedSignersDeps {
  /** Null where rounds in one exchange are switched off. */
  readonly inAdvance: InAdvance | null;
  readonly health: NodeFailures;
  readonly peers: Pick<PeerRecord, 'isAskedLast' | 'isLate' | 'takeProbe'>;
  readonly randomBytes: RandomBytes;
}

/**
 * Exactly a quorum of the eligible nodes, ascending by index, each with a commitment that it gave in advance. Null when too few have one.
 * Null in tolerance mode too: a signer needs the others' observations before it can sign (protocol §3). Nodes that committed to one point
 * are told to `deps.reportFault`, all of them, and others drawn in their place: honest co-signers would refuse to sign beside them.
 */
export function designateSigners(
  round: Pick<AdmittedRound, 'apiConfig' | 'party' | 'signaturesRequired'>,
  eligible: readonly RoundNode[],
  deps: DesignatedSignersDeps & { readonly reportFault: (fault: NodeCallContext) => void },
): readonly Signer[] | null {
  const { inAdvance, randomBytes } = deps;
  if (inAdvance === null || round.apiConfig.aggregation !== undefined) return null;
  const { stock } = inAdvance;
  const vantage = vantageOf(round);
  const isAskedLast = (index: number): boolean => isDoubtful(index, vantage, deps);
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
      deps.reportFault({ nodeIndex: node.index, step: 'commit', fault: 'bad_answer', isProven: true });
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
  round: Pick<AdmittedRound, 'sourceId' | 'apiConfig' | 'party'>,
  eligible: readonly RoundNode[],
  designated: readonly Signer[] | null,
  deps: DesignatedSignersDeps,
): readonly RoundNode[] {
  if (designated === null || deps.inAdvance?.unstable.has(round.sourceId) === true) return eligible;
  const vantage = vantageOf(round);
  if (designated.some(({ node }) => isDoubtful(node.index, vantage, deps))) return eligible;
  const signers = designated.map(({ node }) => node);
  return [...signers, ...eligible.filter((node) => !signers.includes(node) && deps.peers.takeProbe(vantage, node.index))];
}

function isDoubtful(index: number, vantage: Vantage, { health, peers }: DesignatedSignersDeps): boolean {
  return health.isFailing(index) || peers.isLate(vantage, index) || peers.isAskedLast(vantage, index);
}
