import type { AdmittedRound } from '../admission/admitted-round.js';
import type { CommitmentStock } from '../nodes/commitment-stock.js';
import type { RoundNode } from '../nodes/node-directory.js';
import { createNodeHealth, type NodeHealth } from '../nodes/node-health.js';
import type { Signer } from './aggregate-signature.js';
import { chooseEligible, type RandomBytes } from './eligible-set.js';
import { createRestlessSources, type RestlessSources } from './restless-sources.js';

/** What rounds in one exchange need. */
export interface InAdvance {
  readonly stock: CommitmentStock;
  /** Who kept the others waiting lately, when all of them were needed; a `failing` node is one that did. */
  readonly punctuality: NodeHealth;
  readonly restless: RestlessSources;
}

export function createInAdvance(stock: CommitmentStock, deps: { readonly monotonicMs: () => number }): InAdvance {
  return { stock, punctuality: createNodeHealth(deps), restless: createRestlessSources(deps) };
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
  deps: NamedSignersDeps,
): readonly Signer[] | null {
  const { inAdvance, randomBytes } = deps;
  if (inAdvance === null || round.apiConfig.aggregation !== undefined) return null;
  const { stock } = inAdvance;
  const stocked = eligible.filter((node) => stock.has(node));
  if (stocked.length < round.signaturesRequired) return null;
  const health = { isFailing: (index: number) => isDoubtful(index, deps) };
  const chosen = chooseEligible(stocked, round.signaturesRequired, { health, randomBytes });
  const named = chosen.flatMap((node) => {
    const nonce = stock.take(node);
    return nonce === null ? [] : [{ node, nonce }];
  });
  return named.length === chosen.length ? named : null;
}

/**
 * The nodes to ask at the beginning. The spares are not among them where the named signers will do without: none of them failed or was late
 * lately, and the source has not given nodes different values.
 */
export function askedFirst(
  { sourceId }: Pick<AdmittedRound, 'sourceId'>,
  eligible: readonly RoundNode[],
  named: readonly Signer[] | null,
  deps: NamedSignersDeps,
): readonly RoundNode[] {
  if (named === null || deps.inAdvance?.restless.has(sourceId) === true) return eligible;
  return named.some(({ node }) => isDoubtful(node.index, deps)) ? eligible : named.map(({ node }) => node);
}

function isDoubtful(index: number, { health, inAdvance }: NamedSignersDeps): boolean {
  return health.isFailing(index) || inAdvance?.punctuality.isFailing(index) === true;
}
