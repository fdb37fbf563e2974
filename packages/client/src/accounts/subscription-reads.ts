import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { queryText, readData } from '../http/read-data.js';
import { isQuotaOf, isRoundsPage } from '../reads/read-forms.js';
import type { RoundsPage } from '../reads/reads.js';
import type { Account } from '../rounds/account.js';

/** Pages that are read until one has a round: the gateway leaves out rounds of others after it has counted them. */
const MAX_EMPTY_PAGES = 10;

/** Reads of the rest of a subscription, and of its rounds; for a delegate its own part of both. All of it is the gateway's word. */
export function subscriptionReads(input: {
  readonly subscriptionOwner: Address;
  /** Owner of the subscription, or its delegate. */
  readonly authority: Address;
}): Required<Pick<Account, 'rounds' | 'quota'>> {
  const { subscriptionOwner, authority } = input;
  const owner = formatAddress(subscriptionOwner);
  const consumerAuthority = equalBytes(subscriptionOwner, authority) ? undefined : formatAddress(authority);
  return {
    async rounds({ limit, before, signal }, io) {
      let from = before;
      for (let pages = 1; ; pages += 1) {
        const path = `/v1/subscription/${owner}/rounds${queryText({ limit, before: from, consumerAuthority })}`;
        const page: RoundsPage = await readData(io, { path, signal }, isRoundsPage);
        if (page.rounds.length > 0 || page.next === null || pages === MAX_EMPTY_PAGES) return page;
        from = page.next;
      }
    },
    quota: (io, { signal } = {}) =>
      readData(io, { path: `/v1/subscription/${owner}/status${queryText({ consumerAuthority })}`, signal }, isQuotaOf('owner', owner)),
  };
}
