import { command, type Flags } from '@oracle-gateway/caller/command';

import type { AdminCommand } from './admin-command.js';
import { SENDING_FLAGS, type SendingDefinition } from './sending-definition.js';

/** Declares a command that shows what it does and costs, asks, sends, and waits until the outcome is certain. */
export function sendingCommand<F extends Flags>(definition: SendingDefinition<F>): AdminCommand {
  // A plan only gets the values of its own flags.
  const sending = definition as unknown as SendingDefinition<Flags>;
  const { words, summary, flags } = sending;
  return command({
    words,
    summary,
    description: [],
    operands: [],
    flags: { ...flags, ...SENDING_FLAGS },
    examples: [],
    run: async (call) => (await import('./send-change.js')).sendChanges(call, sending),
  });
}
