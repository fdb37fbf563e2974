import { pathOperations } from '@oracle-gateway/gateway-api/internal';
import { createAccountLookups } from '../../admission/ledger-lookup.js';
import type { PathPorts } from '../path-ports.js';
import type { PayPath, ServedPath } from '../pay-path.js';
import { createSubscriptionAdmission } from './admission.js';
import { createSubscriptionDryRun } from './dry-run.js';
import { getSubscriptionRounds } from './get-subscription-rounds.js';
import { getSubscriptionStatus } from './get-subscription-status.js';
import { executeRound } from './route.js';

/** Rounds of a subscription. */
export const subscriptionPath: PayPath<'subscription', typeof pathOperations.subscription> = {
  name: 'subscription',
  operations: pathOperations.subscription,
  notServed: 'the subscription path is not enabled on this gateway',
  open: () => Promise.resolve({ serve }),
};

function serve(ports: PathPorts): ServedPath<typeof pathOperations.subscription> {
  // These look-ups have turns of their own: strangers who ask for a status take none of a round.
  const ofStatus = createAccountLookups({ ledger: ports.ledger, monotonicMs: ports.clock.monotonicMs });
  const endpoints = {
    executeRound: executeRound({ ports, admit: createSubscriptionAdmission(ports), serveRound: ports.rounds.serveCharged({}) }),
    getSubscriptionStatus: getSubscriptionStatus({ ports, accounts: ofStatus }),
    getSubscriptionRounds: getSubscriptionRounds(ports),
  };
  return { endpoints, dryRun: createSubscriptionDryRun(ports) };
}
