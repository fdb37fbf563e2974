import { type CommandDeps, type Flags, type FlagValues, grouped, OUTPUT_FLAGS, toggle, withDefault } from '@oracle-gateway/caller/command';
import { u64 } from '@oracle-gateway/caller/settings';

import type { AdminLedger } from '../admin-ledger.js';
import type { Plan } from '../plan.js';
import { KEY_FLAGS, LEDGER_FLAGS } from './admin-command.js';

/** Flags that every command that sends takes beside its own. */
export const SENDING_FLAGS = {
  ...grouped('Sending', {
    'priority-fee': withDefault(u64(0n, 'micro-lamports'), '0', 'priority fee for each compute unit'),
    yes: toggle('sends without asking'),
  }),
  ...KEY_FLAGS,
  ...LEDGER_FLAGS,
  ...OUTPUT_FLAGS,
};

/** A command that sends transactions: its words, its summary, its own flags, and its plan. */
export interface SendingDefinition<F extends Flags> {
  readonly words: string;
  readonly summary: string;
  readonly flags: F;
  /** Name of the key that signs with `--localnet`, where it has a sample key. */
  readonly sampleKey: string;
  readonly plan: (ledger: AdminLedger, values: FlagValues<F>, around: CommandDeps) => Promise<Plan>;
}
