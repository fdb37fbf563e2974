import { describeRefusal, LedgerUnavailableError, type SimulationResult, type TransactionRefusal } from '@oracle-gateway/ledger';
import type { Broadcast } from '@oracle-gateway/outbox';
import { ENVIRONMENT_RETRY_MS, isAboutTokens, reasonOf, refusalLabel, subjectOf } from './retry-policy.js';
import type { RoundFacts } from './decide.js';
import type { LoneSimulations } from './lone-simulations.js';
import type { PassDeps } from './pass-deps.js';
import { postponeRefused, refuseRound } from './refuse-round.js';
import { heldLamportsOf, type ClaimedRound } from './claimed-round.js';

export interface IsolationDeps {
  readonly pass: PassDeps;
  readonly loneSimulations: LoneSimulations;
  /** A round was given back and may be claimed again after `ms`. */
  readonly onDue: (ms: number) => void;
}

/**
 * A shared transaction was refused and can no longer settle this round. The round is simulated alone. A refusal of its own uses up an attempt;
 * after one from outside it waits, and goes alone from then on. Otherwise it goes into another transaction. True when this worker still has the
 * round.
 */
export async function isolateRound(
  deps: IsolationDeps,
  round: ClaimedRound,
  {
    forget,
    refusal,
    recipientFault,
  }: { readonly forget: Broadcast; readonly refusal: TransactionRefusal } & Pick<RoundFacts, 'recipientFault'>,
): Promise<boolean> {
  const { pass, loneSimulations } = deps;
  const { claim } = round;
  await pass.outbox.forgetBroadcast(claim, forget);
  round.broadcasts = round.broadcasts.filter(({ signature }) => signature !== forget.signature);
  round.transaction = null;
  round.refusedTogether += 1;
  const simulate = (): Promise<SimulationResult | null> => simulateAlone(pass, round);
  const simulated = subjectOf(refusal) === 'environment' ? await loneSimulations.run(simulate) : await simulate();
  if (simulated === 'not_run') return wait(deps, round, refusal);
  if (simulated === null || simulated.ok) return goOn(round);
  switch (subjectOf(simulated.refusal)) {
    case 'environment':
      loneSimulations.remember(claim.roundId);
      round.refusedTogether = Infinity;
      return wait(deps, round, simulated.refusal);
    case 'round':
      // A refusal that the recipient's account causes is not the round's fault.
      if (recipientFault !== null && isAboutTokens(simulated.refusal)) return goOn(round);
      await refuseRound(pass, claim, { reason: describeRefusal(simulated.refusal), label: refusalLabel(simulated.refusal) });
      return false;
    case 'settled':
    case 'transient':
      return goOn(round);
  }
}

function goOn(round: ClaimedRound): true {
  round.waitsFor = 'it shared a transaction with a round that was refused';
  return true;
}

async function wait({ pass, onDue }: IsolationDeps, { claim }: ClaimedRound, refusal: TransactionRefusal): Promise<false> {
  const postponement = { reason: reasonOf(refusal), label: refusalLabel(refusal), retryAfterMs: ENVIRONMENT_RETRY_MS };
  await postponeRefused(pass, claim, postponement);
  onDue(ENVIRONMENT_RETRY_MS);
  return false;
}

/** null: the server did not simulate. The round is then sent, and sent alone the next time. */
async function simulateAlone({ ledger, payers }: PassDeps, { claim, proof }: ClaimedRound): Promise<SimulationResult | null> {
  try {
    const payer = payers.choose({ lamports: heldLamportsOf(claim), inFlight: [] });
    const transaction = await ledger.sender.build([proof.instruction(payer.address)], {
      computeUnitLimit: proof.footprint.computeUnits,
      payer,
    });
    return await ledger.sender.simulate(transaction);
  } catch (error) {
    if (error instanceof LedgerUnavailableError) return null;
    throw error;
  }
}
