import { describeRefusal, LedgerUnavailableError, type SimulationResult, type TransactionRefusal } from '@oracle-gateway/ledger';
import type { Broadcast } from '@oracle-gateway/outbox';
import { isAboutTokens, refusalLabel, subjectOf } from './retry-policy.js';
import type { RoundFacts } from './decide.js';
import type { PassDeps } from './pass-deps.js';
import { refuseRound } from './refuse-round.js';
import type { ClaimedRound } from './claimed-round.js';

/**
 * A shared transaction was refused and can no longer settle this round. The round is simulated alone: if it is refused, it uses up an attempt.
 * Otherwise it goes into another transaction. True when this worker still has the round.
 */
export async function isolateRound(
  deps: PassDeps,
  round: ClaimedRound,
  { forget, recipientFault }: { readonly forget: Broadcast } & Pick<RoundFacts, 'recipientFault'>,
): Promise<boolean> {
  const { claim } = round;
  await deps.outbox.forgetBroadcast(claim, forget);
  round.broadcasts = round.broadcasts.filter(({ signature }) => signature !== forget.signature);
  round.transaction = null;
  round.refusedTogether += 1;
  const simulated = await simulateSingly(deps, round);
  if (simulated === null || simulated.ok || !isOfThisRound(simulated.refusal, recipientFault)) {
    round.waitsFor = 'it shared a transaction with a round that was refused';
    return true;
  }
  const { refusal } = simulated;
  await refuseRound(deps, claim, { reason: describeRefusal(refusal), label: refusalLabel(refusal) });
  return false;
}

/** A refusal that the recipient's account causes is not the round's fault. */
function isOfThisRound(refusal: TransactionRefusal, recipientFault: string | null): boolean {
  return subjectOf(refusal) === 'round' && !(recipientFault !== null && isAboutTokens(refusal));
}

/** null: the server did not simulate. The round is then sent, and sent alone the next time. */
async function simulateSingly({ ledger }: PassDeps, { proof }: ClaimedRound): Promise<SimulationResult | null> {
  try {
    const transaction = await ledger.sender.build([proof.instruction], { computeUnitLimit: proof.footprint.computeUnits });
    return await ledger.sender.simulate(transaction);
  } catch (error) {
    if (error instanceof LedgerUnavailableError) return null;
    throw error;
  }
}
