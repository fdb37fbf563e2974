import { UnreadableRecordError, type Claim } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { toRoundProof, type RoundProof } from '../round-proof.js';
import { endUnreadable } from './end-unreadable.js';
import type { Hand } from './hand.js';
import type { PassDeps } from './pass-deps.js';
import { refuseRound } from './refuse-round.js';
import { inHand, joinTransaction, type Purpose, type RoundInHand } from './round-in-hand.js';

/**
 * How long a dead worker keeps a round from the others. A live one that is slower than this may be overtaken: its token then writes
 * nothing any more, and the transactions it recorded tell the next one what was sent.
 */
export const LEASE_MS = 20_000;

export interface TakeInput {
  readonly roundIds: readonly RoundId[];
  readonly purpose: Purpose;
  /** They may wait for others to fill their transactions. */
  readonly mayWait: boolean;
}

/** Claims rounds and takes them in hand, those that may be claimed. Returns how many; trouble with the outbox is logged, not thrown. */
export async function takeRounds(deps: PassDeps, hand: Hand, input: TakeInput): Promise<number> {
  const begun = input.roundIds.filter((roundId) => hand.begin(roundId));
  const taken = await Promise.all(
    begun.map(async (roundId) => {
      const round = await takeRound(deps, roundId, input);
      if (round !== null) joinTransaction(round, hand.rounds());
      hand.end(roundId, round);
      return round;
    }),
  );
  return taken.filter((round) => round !== null).length;
}

async function takeRound(deps: PassDeps, roundId: RoundId, { purpose, mayWait }: Omit<TakeInput, 'roundIds'>): Promise<RoundInHand | null> {
  const { outbox, workerId, monotonicMs, standing, logger } = deps;
  const takenAtMs = monotonicMs();
  try {
    const claim = await outbox.claim({ roundId, workerId, leaseMs: LEASE_MS, early: purpose === 'lapse' });
    standing.answered('outbox');
    if (claim === null) return null;
    const proof = await readProof(deps, claim);
    return proof === null ? null : inHand({ claim, proof, purpose, mayWait, takenAtMs, leaseUntilMs: takenAtMs + LEASE_MS });
  } catch (error) {
    try {
      if (!(error instanceof UnreadableRecordError)) throw error;
      await endUnreadable(deps, error, purpose);
    } catch (trouble) {
      standing.failed('outbox', trouble);
      logger.debug({ roundId, err: trouble }, 'the round could not be claimed; it stays due');
    }
    return null;
  }
}

/** A payload that cannot be used is nothing that time mends: it counts like a refusal, so that it ends with an operator. */
async function readProof(deps: PassDeps, claim: Claim): Promise<RoundProof | null> {
  try {
    const keyForm = deps.signerSets.keyFormOf(claim.settlement);
    return toRoundProof(claim.roundId, claim.settlement, { ...deps, keyForm });
  } catch (error) {
    deps.logger.error({ roundId: claim.roundId, err: error }, 'the payload of the round cannot be used');
    await refuseRound(deps, claim, { reason: `internal: ${error instanceof Error ? error.name : 'unknown'}`, label: 'internal' });
    return null;
  }
}
