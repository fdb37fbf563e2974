import { UnreadableRecordError, type Claim } from '@oracle-gateway/outbox';
import { inRoundSpans } from '@oracle-gateway/process';
import type { RoundId } from '@oracle-gateway/protocol';
import { toRoundProof, type RoundProof } from './round-proof.js';
import { joinTransaction, newlyClaimed, type ClaimedRound, type Purpose } from './claimed-round.js';
import type { ClaimedRounds } from './claimed-rounds.js';
import { endUnreadable } from './end-unreadable.js';
import type { LoneSimulations } from './lone-simulations.js';
import type { PassDeps } from './pass-deps.js';
import { refuseRound } from './refuse-round.js';

/**
 * Milliseconds for which a dead worker keeps a round from the others. A slower live worker may be overtaken: its token writes nothing any
 * more, and the transactions that it recorded tell the next worker what was sent.
 */
export const LEASE_MS = 20_000;

export interface IntakeDeps {
  readonly pass: PassDeps;
  readonly loneSimulations: Pick<LoneSimulations, 'isRemembered'>;
}

export interface IntakeInput {
  readonly roundIds: readonly RoundId[];
  readonly purpose: Purpose;
  /** Milliseconds that the rounds may wait for others to fill their transactions. */
  readonly mayWaitMs: number;
}

/** Claims the rounds that can be claimed. Returns how many; trouble with the outbox is logged, not thrown. */
export async function claimRounds(deps: IntakeDeps, rounds: ClaimedRounds, input: IntakeInput): Promise<number> {
  const begun = input.roundIds.filter((roundId) => rounds.begin(roundId));
  const claimed = await Promise.all(
    begun.map(async (roundId) => {
      const round = await claimRound(deps, roundId, input);
      if (round !== null) joinTransaction(round, rounds.all());
      rounds.end(roundId, round);
      return round;
    }),
  );
  return claimed.filter((round) => round !== null).length;
}

async function claimRound(
  { pass, loneSimulations }: IntakeDeps,
  roundId: RoundId,
  { purpose, mayWaitMs }: Omit<IntakeInput, 'roundIds'>,
): Promise<ClaimedRound | null> {
  const { outbox, workerId, monotonicMs, upstreams, logger } = pass;
  const claimedAtMs = monotonicMs();
  try {
    const input = { roundId, workerId, leaseMs: LEASE_MS, early: purpose === 'lapse' };
    const claim = await inRoundSpans('claim', [roundId], () => outbox.claim(input));
    upstreams.answered('outbox');
    if (claim === null) return null;
    const proof = await readProof(pass, claim);
    if (proof === null) return null;
    const goesAlone = loneSimulations.isRemembered(roundId);
    return newlyClaimed({ claim, proof, purpose, mayWaitMs, claimedAtMs, leaseUntilMs: claimedAtMs + LEASE_MS, goesAlone });
  } catch (error) {
    try {
      if (!(error instanceof UnreadableRecordError)) throw error;
      await endUnreadable(pass, error, purpose);
    } catch (trouble) {
      upstreams.failed('outbox', trouble);
      logger.debug({ roundId, err: trouble }, 'the round could not be claimed; it stays due');
    }
    return null;
  }
}

/** A payload that cannot be used stays unusable: it counts as a refusal, so that an operator sees it in the end. */
async function readProof(deps: PassDeps, claim: Claim): Promise<RoundProof | null> {
  try {
    const { programId, gateway, gatewayAuthority, mint, signerSets } = deps;
    const keyForm = signerSets.keyFormOf(claim.settlement);
    return toRoundProof(claim.roundId, claim.settlement, { programId, gateway, gatewayAuthority, mint, keyForm });
  } catch (error) {
    deps.logger.error({ roundId: claim.roundId, err: error }, 'the payload of the round cannot be used');
    await refuseRound(deps, claim, { reason: `internal: ${error instanceof Error ? error.name : 'unknown'}`, label: 'internal' });
    return null;
  }
}
