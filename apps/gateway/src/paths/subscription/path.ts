import { pathOperations } from '@oracle-gateway/gateway-api';
import { PLAIN_POLICY } from '../../rounds/model/path-policy.js';
import type { PayPath } from '../pay-path.js';
import { createSubscriptionAdmission } from './admission.js';
import { createSubscriptionDryRun } from './dry-run.js';
import { executeRound } from './route.js';

/** Rounds of a subscription. */
export const subscriptionPath: PayPath<'subscription', typeof pathOperations.subscription> = {
  name: 'subscription',
  operations: pathOperations.subscription,
  notServed: 'the subscription path is not enabled on this gateway',
  open: ({ config: { programId, timestampSkewSeconds: skewSeconds } }) =>
    Promise.resolve({
      serve: (parts) => {
        const serveRound = parts.serveCharged(PLAIN_POLICY);
        return {
          endpoints: {
            executeRound: executeRound({ ...parts, admit: createSubscriptionAdmission({ ...parts, programId, skewSeconds }), serveRound }),
          },
          dryRun: createSubscriptionDryRun(parts),
        };
      },
    }),
};
