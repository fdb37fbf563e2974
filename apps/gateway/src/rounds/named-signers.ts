import type { AdmittedRound } from '../admission/admitted-round.js';
import type { CommitmentStock } from '../nodes/commitment-stock.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { NodeHealth } from '../nodes/node-health.js';
import type { Signer } from './aggregate-signature.js';
import { chooseEligible, type RandomBytes } from './eligible-set.js';

/** What rounds in one exchange need. */
export interface InAdvance {
  readonly stock: CommitmentStock;
  /** Who kept the others waiting lately, when all of them were needed; a `failing` node is one that did. */
  readonly punctuality: NodeHealth;
}

export interface NamedSignersDeps {
  /** Null where rounds in one exchange are switched off. */
  readonly inAdvance: InAdvance | null;
  readonly health: Pick<NodeHealth, 'isFailing'>;
  readonly randomBytes: RandomBytes;
}

/**
 * Exactly a quorum of the eligible nodes, ascending by index, each with a commitment that it gave in advance; null when there are too few of
 * those, and in tolerance mode, where a signer needs the others' observations before there is anything to sign (protocol §3).
 */
export function nameSigners(
  round: Pick<AdmittedRound, 'apiConfig' | 'signaturesRequired'>,
  eligible: readonly RoundNode[],
  { inAdvance, health, randomBytes }: NamedSignersDeps,
): readonly Signer[] | null {
  if (inAdvance === null || round.apiConfig.aggregation !== undefined) return null;
  const { stock, punctuality } = inAdvance;
  const stocked = eligible.filter((node) => stock.has(node));
  if (stocked.length < round.signaturesRequired) return null;
  const isFailing = (index: number): boolean => health.isFailing(index) || punctuality.isFailing(index);
  const chosen = chooseEligible(stocked, round.signaturesRequired, { health: { isFailing }, randomBytes });
  const named = chosen.flatMap((node) => {
    const nonce = stock.take(node);
    return nonce === null ? [] : [{ node, nonce }];
  });
  return named.length === chosen.length ? named : null;
}
