import { pathOperations } from '@oracle-gateway/gateway-api';
import { createDelegateLookup, createSubscriptionLookup } from '../../admission/ledger-lookup.js';
import type { Config } from '../../config/config.js';
import type { PathParts, PayPath, ServedPath } from '../pay-path.js';
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
  open: ({ config }) => Promise.resolve({ serve: (parts) => serve(config, parts) }),
};

function serve({ programId, timestampSkewSeconds: skewSeconds }: Config, parts: PathParts): ServedPath<typeof pathOperations.subscription> {
  const lookups = { lookUpSubscription: createSubscriptionLookup(parts), lookUpDelegate: createDelegateLookup(parts) };
  const endpoints = {
    executeRound: executeRound({
      ...parts,
      admit: createSubscriptionAdmission({ ...parts, programId, skewSeconds }),
      serveRound: parts.serveCharged({}),
    }),
    getSubscriptionStatus: getSubscriptionStatus({ ...parts, ...lookups, programId }),
    getSubscriptionRounds: getSubscriptionRounds({ ...parts, programId }),
  };
  return { endpoints, dryRun: createSubscriptionDryRun(parts) };
}
