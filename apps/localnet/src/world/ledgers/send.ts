import { carryOut, type AdminLedger, type Plan } from '@oracle-gateway/admin';
import { describeRefusal, type LedgerInstruction } from '@oracle-gateway/ledger';

/** A transaction that a world needs was not done. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** Carries a plan out, unless the ledger is as it asks already. Throws SetupError, LedgerUnavailableError. */
export async function perform(ledger: AdminLedger, plan: Plan): Promise<void> {
  if (plan.kind === 'already so') return;
  const outcome = await carryOut(ledger, plan);
  switch (outcome.kind) {
    case 'done':
      return;
    case 'refused':
      throw new SetupError(`the ledger refused a transaction of the set-up: ${describeRefusal(outcome.refusal)}`);
    case 'expired':
      throw new SetupError(`transaction ${outcome.signature} of the set-up did not land before its time was over`);
    case 'unknown':
      throw new SetupError(`what became of transaction ${outcome.signature} of the set-up is unknown: ${outcome.reason}`);
  }
}

/** Sends instructions of other programs, signed by the same key. Throws SetupError, LedgerUnavailableError. */
export async function send(ledger: AdminLedger, ...instructions: readonly LedgerInstruction[]): Promise<void> {
  await perform(ledger, { kind: 'change', effects: [], instructions, creates: [], payment: null });
}
