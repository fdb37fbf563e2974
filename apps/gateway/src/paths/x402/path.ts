import { pathOperations } from '@oracle-gateway/gateway-api';
import { rememberedAddresses } from '@oracle-gateway/ledger';
import type { X402Config } from '../../config/config.js';
import { createPayRound } from '../../payments/conclude-paid-round.js';
import { openPaymentFacility, type PaymentFacility } from '../../payments/payment-facility.js';
import { createUnlessRefused } from '../../payments/refused-payments.js';
import { createVerifyPayment } from '../../payments/verify-payment.js';
import type { PathEndpoints, PathParts, PayPath } from '../pay-path.js';
import { createX402Admission } from './admission.js';
import { createX402DryRun } from './dry-run.js';
import { getX402Payment } from './get-x402-payment.js';
import { getX402Resources } from './get-x402-resources.js';
import { createFindPaidBefore } from './payment-identifier.js';
import { createX402Policy } from './policy.js';
import { probeX402Round } from './probe.js';
import { executeX402Round } from './route.js';
import { createX402Template } from './template.js';
import { createX402Terms } from './terms.js';

/** Rounds that are paid per request. */
export const x402Path: PayPath<'x402', typeof pathOperations.x402> = {
  name: 'x402',
  operations: pathOperations.x402,
  notServed: 'the pay-per-request path is not enabled on this gateway',
  async open({ config, secrets }, deps) {
    const facility = await openPaymentFacility(config, secrets, deps);
    const { x402: settings } = config;
    if (settings === null || facility === null) return null;
    return {
      serve: (parts) => ({ endpoints: createEndpoints({ settings, facility }, parts), dryRun: createX402DryRun(parts) }),
      paysSources: true,
      // Only until the facilitator has answered once: later, one that is gone must not end the other paths.
      trouble: () => (facility.feePayers().length === 0 ? 'the payment facilitator has named no fee payer for the network yet' : null),
      stop: () => facility.stop(),
    };
  },
};

function createEndpoints(
  { settings, facility }: { readonly settings: X402Config; readonly facility: PaymentFacility },
  parts: PathParts,
): PathEndpoints<typeof pathOperations.x402> {
  const { programId, catalogue, rounds } = parts.config;
  const { network, publicOrigin, bazaar, maxTimeoutSeconds, maxInFlightPerPayer: maxInFlight } = settings;
  const { facilitator, feePayers } = facility;
  const treasuryOwner = rememberedAddresses.config(programId);
  const treasury = rememberedAddresses.associatedToken(treasuryOwner, parts.mint);
  const offer = { network, treasuryOwner, publicOrigin, maxTimeoutSeconds };
  const terms = createX402Terms({ ...parts, ...offer, programId, catalogue, feePayers, bazaar });
  const verifyPayment = createVerifyPayment({ ...parts, facilitator, max: rounds.maxConcurrent });
  const policy = createX402Policy({ ...parts, facility, terms, verifyPayment });
  const template = createX402Template({ ...parts, terms });
  return {
    executeX402Round: executeX402Round({
      ...parts,
      admit: createX402Admission({ ...parts, facility, terms, treasury, maxInFlight }),
      findPaidBefore: createFindPaidBefore({ ...parts, network, terms }),
      template,
      unlessRefused: createUnlessRefused(parts),
      serveRound: parts.engine.serve({ policy, conclude: createPayRound({ ...parts, facilitator, policy }) }),
    }),
    getX402Payment: getX402Payment(parts),
    probeX402Round: probeX402Round({ template }),
    getX402Resources: getX402Resources({ ...parts, ...offer }),
  };
}
