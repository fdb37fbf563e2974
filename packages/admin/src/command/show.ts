import { command, EXIT_CODES, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';

import { type AdminCommand, ledgerViewInputOf, KEY_FLAGS, LEDGER_FLAGS, settingsOf } from './admin-command.js';

/** A key is taken and not read: a script gives every command the same flags. */
export const show: AdminCommand = command({
  words: 'show',
  summary: 'Prints everything that the program holds',
  description: ['Nothing is signed: a key is not read.'],
  operands: [],
  flags: { ...KEY_FLAGS, ...LEDGER_FLAGS, ...OUTPUT_FLAGS },
  examples: [],
  async run({ flags, around, terminal }) {
    const [{ viewLedger }, { readProtocolState }, { stateJson }, { stateTable }] = await Promise.all([
      import('../admin-ledger.js'),
      import('../show/protocol-state.js'),
      import('../show/state-json.js'),
      import('../show/state-table.js'),
    ]);
    const state = await readProtocolState(viewLedger(ledgerViewInputOf(await settingsOf(around, flags))));
    terminal.result(stateTable(state).trimEnd(), stateJson(state));
    return EXIT_CODES.done;
  },
});
