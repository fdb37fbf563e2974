import { createSignInStore } from '@oracle-gateway/caller';
import { command, EXIT_CODES, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';
import { readCallSettings, requiredSetting } from '@oracle-gateway/caller/settings';
import type { CliCommand } from '../deps.js';
import { GATEWAY_FLAGS } from '../flag-groups.js';

export const logout: CliCommand = command({
  words: 'logout',
  summary: 'Ends the kept session, at the gateway and here',
  description: ['The session is forgotten here even where the gateway cannot be reached; it then ends there by its time.'],
  operands: [],
  flags: { ...GATEWAY_FLAGS, ...OUTPUT_FLAGS },
  examples: [['oracle-gateway logout', 'no later command can use the session']],
  async run({ flags, around, deps, terminal }) {
    const gateway = requiredSetting(await readCallSettings(around, flags), 'gateway');
    const store = createSignInStore(around.files, around.places.sessionFolder);
    const open = await store.read(gateway);
    if (open === null) {
      terminal.note('no session is kept for this gateway');
      return EXIT_CODES.done;
    }
    await store.remove(gateway);
    const { createClient, session } = await deps.caller.libraries.client();
    const { onDeprecated } = deps.caller;
    await createClient({ gateway, account: session({ opened: open }), onDeprecated }).signOut({ signal: around.signal });
    terminal.note(`signed out ${open.address}`);
    return EXIT_CODES.done;
  },
});
