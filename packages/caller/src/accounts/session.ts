import { UsageError } from '../usage-error.js';
import type { AccountKind } from './account-kind.js';
import { countedRounds } from './counted-rounds.js';

/** A session that ends sooner is not worth starting a call with. */
const SHORTEST_SECONDS = 60;

export const session: AccountKind = {
  meaning: 'a sign-in that `login` keeps; with a key, it is renewed where it has ended',
  sampleKey: 'subscriptionOwner',
  unit: 'rounds',
  async open({ libraries, sessions, findKey, settingOf, clock }, { settings, allowance }) {
    const gateway = settingOf('gateway');
    const kept = await sessions.read(gateway);
    const isOpen = kept !== null && kept.expiresAtSeconds - SHORTEST_SECONDS > clock() / 1_000;
    const key = await findKey();
    const isOther = isOpen && key !== null && key.signer.address !== kept.address;
    const opened = isOpen && !isOther ? kept : undefined;
    if (opened === undefined && key === null)
      throw new UsageError('--account', 'session needs a sign-in that has not ended: run oracle-gateway login, or give --key');
    const subscriptionOwner = settings['subscription-owner'];
    const account = (await libraries.client()).session({
      ...(key === null ? {} : { signer: key.signer }),
      ...(subscriptionOwner === undefined ? {} : { subscriptionOwner }),
      ...(opened === undefined ? {} : { opened }),
      onOpened: (open) => sessions.write(gateway, open),
    });
    return countedRounds(account, allowance);
  },
};
