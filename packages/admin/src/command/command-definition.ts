import type { AdminLedger } from '../admin-ledger.js';
import type { Plan } from '../plan.js';
import type { Flags, FlagValues } from './flag.js';

/** One command: its words, what it is for, its own flags, and the plan they ask for. */
export interface CommandDefinition<F extends Flags = Flags> {
  readonly words: string;
  readonly summary: string;
  readonly flags: F;
  readonly plan: (ledger: AdminLedger, values: FlagValues<F>) => Promise<Plan>;
}

/** Declares a command, whose plan takes what its flags read. */
export function command<F extends Flags>(definition: CommandDefinition<F>): CommandDefinition {
  // A plan is only ever given the values that its own flags have read.
  return definition as unknown as CommandDefinition;
}
