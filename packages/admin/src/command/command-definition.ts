import type { AdminLedger } from '../admin-ledger.js';
import type { Plan } from '../plan.js';
import type { Flags, FlagValues } from './flag.js';

/** One command: its words, its summary, its own flags, and its plan. */
export interface CommandDefinition<F extends Flags = Flags> {
  readonly words: string;
  readonly summary: string;
  readonly flags: F;
  readonly plan: (ledger: AdminLedger, values: FlagValues<F>) => Promise<Plan>;
}

/** Declares a command. Its plan takes the values of its flags. */
export function command<F extends Flags>(definition: CommandDefinition<F>): CommandDefinition {
  // A plan only gets the values of its own flags.
  return definition as unknown as CommandDefinition;
}
