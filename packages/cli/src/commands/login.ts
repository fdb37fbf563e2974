import { accountDepsOf, createSignInStore, ledgerOf } from '@oracle-gateway/caller';
import { command, EXIT_CODES, grouped, OUTPUT_FLAGS, settingFlag } from '@oracle-gateway/caller/command';
import { readCallSettings, requiredSetting, SETTINGS } from '@oracle-gateway/caller/settings';
import type { CliCommand } from '../deps.js';
import { CONNECTION_FLAGS } from '../flag-groups.js';

const SAMPLE_KEY = 'subscriptionOwner';

export const login: CliCommand = command({
  words: 'login',
  summary: 'Signs in and keeps the session, so that later commands need no key',
  description: [
    'The session is kept in a file that only you can read, below ~/.local/state/oracle-gateway. Commands use it with --account session, until it ends or `logout` ends it.',
    'A delegate signs in with --subscription-owner.',
  ],
  operands: [],
  flags: {
    ...grouped('Account', {
      key: settingFlag(SETTINGS.key),
      'subscription-owner': settingFlag(SETTINGS['subscription-owner']),
    }),
    ...CONNECTION_FLAGS,
    ...OUTPUT_FLAGS,
  },
  examples: [
    ['oracle-gateway login --key ~/.config/solana/id.json', 'once'],
    ['oracle-gateway get coinbase/btc-usd --account session', 'then, without the key'],
  ],
  async run({ flags, around, deps, terminal }) {
    const settings = await readCallSettings(around, flags);
    const gateway = requiredSetting(settings, 'gateway');
    const { signer } = await accountDepsOf(deps.caller, settings, { sampleKey: SAMPLE_KEY, pays: false }).readKey();
    const { createClient, session } = await deps.caller.libraries.client();
    const subscriptionOwner = settings.values['subscription-owner'];
    const account = session({ signer, ...(subscriptionOwner === undefined ? {} : { subscriptionOwner }) });
    const { onDeprecated } = deps.caller;
    const open = await createClient({ gateway, ledger: ledgerOf(settings), account, onDeprecated }).signIn({ signal: around.signal });
    await createSignInStore(around.files, around.places.sessionFolder).write(gateway, open);
    const { address, subscriptionOwner: owner, expiresAtSeconds } = open;
    const until = new Date(expiresAtSeconds * 1_000).toISOString();
    terminal.note(`signed in until ${until}`);
    terminal.result(address, { address, subscriptionOwner: owner, expiresAt: until });
    return EXIT_CODES.done;
  },
});
