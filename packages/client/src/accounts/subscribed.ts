import type { Signer } from '../base/signer.js';
import { addressIn } from '../ledger/deployment.js';
import type { Account } from '../rounds/account.js';
import { earnSubscribedRound } from '../rounds/earn-subscribed.js';
import { readAuthorization } from '../rounds/read-authorization.js';
import { simulateAuthorization } from '../simulations/simulate-authorization.js';
import { subscriptionReads } from './subscription-reads.js';
import { usageAuthorization, usageReads } from './usage-reads.js';

/** An account of the subscription path that signs each request. */
export function subscribed(input: { readonly signer: Signer; readonly subscriptionOwner: string }): Account {
  const { signer, subscriptionOwner } = input;
  const subscriber = {
    authority: addressIn('signer.address', signer.address),
    subscriptionOwner: addressIn('subscriptionOwner', subscriptionOwner),
    credential: { signer },
  };
  return {
    ...subscriptionReads(subscriber),
    ...usageReads(subscriptionOwner, (io, call) => usageAuthorization(signer, io, call)),
    feedOwner: signer.address,
    secretsOwner: subscriptionOwner,
    earn: (draft, io) => earnSubscribedRound(subscriber, draft, io),
    authorizeRead: (roundId, io) => readAuthorization(signer, roundId, io),
    authorizeSimulation: ({ subject: { sourceId } }, io, call) =>
      simulateAuthorization({ signer, sourceId, key: subscriber.authority, owner: subscriber.subscriptionOwner }, io, call),
  };
}
