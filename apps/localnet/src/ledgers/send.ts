import { carryOutChange, type AdminLedger, type Plan } from '@oracle-gateway/admin';
import { describeRefusal, type LedgerInstruction } from '@oracle-gateway/ledger';

/** A transaction of the set-up failed. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** Carries out a plan unless the ledger is already in that state. Throws SetupError, LedgerUnavailableError. */
export async function perform(ledger: AdminLedger, plan: Plan): Promise<void> {
  if (plan.kind === 'already so') return;
  const outcome = await carryOutChange(ledger, plan);
  switch (outcome.kind) {
    case 'done':
      return;
    case 'refused':
      throw new SetupError(`the ledger refused a transaction of the set-up: ${describeRefusal(outcome.refusal)}`);
    case 'expired':
      throw new SetupError(`transaction ${outcome.signature} of the set-up expired before it landed`);
    case 'unknown':
      throw new SetupError(`the outcome of set-up transaction ${outcome.signature} is unknown: ${outcome.reason}`);
  }
}

/** Sends instructions of other programs, signed by the same key. Throws SetupError, LedgerUnavailableError. */
export async function send(ledger: AdminLedger, ...instructions: readonly LedgerInstruction[]): Promise<void> {
  await perform(ledger, { kind: 'change', effects: [], instructions, creates: [], payment: null });
}
