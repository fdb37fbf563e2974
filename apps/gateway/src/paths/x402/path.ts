import { pathOperations } from '@oracle-gateway/gateway-api/internal';
import type { Config, X402Config } from '../../config/config.js';
import { openPaymentFacility, type PaymentFacility } from '../../payments/payment-facility.js';
import { createUnlessRefused } from '../../payments/refused-payments.js';
import { createVerifyPayment } from '../../payments/verify-payment.js';
import type { PathPorts } from '../path-ports.js';
import type { PathEndpoints, PayPath } from '../pay-path.js';
import { createX402Admission } from './admission.js';
import { createX402DryRun } from './dry-run.js';
import { getX402Payment } from './get-x402-payment.js';
import { getX402Resources } from './get-x402-resources.js';
import { createFindPaidBefore } from './payment-identifier.js';
import { createX402Policy } from './policy.js';
import { executeX402Round } from './route.js';
import { createX402Template, probeX402Round } from './template.js';
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
      serve: (ports) => ({ endpoints: createEndpoints({ ports, facility, settings, config }), dryRun: createX402DryRun(ports) }),
      paysSources: true,
      // Only until the facilitator has answered once: later, one that is gone must not end the other paths.
      trouble: () => (facility.feePayers().length === 0 ? 'the payment facilitator has named no fee payer for the network yet' : null),
      stop: () => facility.stop(),
    };
  },
};

interface X402PathDeps {
  readonly ports: PathPorts;
  readonly facility: PaymentFacility;
  readonly settings: X402Config;
  readonly config: Config;
}

function createEndpoints({ ports, facility, settings, config }: X402PathDeps): PathEndpoints<typeof pathOperations.x402> {
  const { facilitator, feePayers } = facility;
  const { events, clock } = ports;
  const terms = createX402Terms({ ports, settings, feePayers, catalogue: config.catalogue });
  const { monotonicMs } = clock;
  const verifyPayment = createVerifyPayment({ facilitator, events, max: config.rounds.maxConcurrent, monotonicMs });
  const template = createX402Template({ ports, terms });
  return {
    executeX402Round: executeX402Round({
      ports,
      admit: createX402Admission({ ports, facility, terms, maxInFlight: settings.maxInFlightPerPayer }),
      findPaidBefore: createFindPaidBefore({ ports, terms, network: settings.network }),
      template,
      unlessRefused: createUnlessRefused(clock),
      serveRound: ports.rounds.servePaid(createX402Policy({ ports, facility, terms, verifyPayment }), facilitator),
    }),
    getX402Payment: getX402Payment(ports),
    probeX402Round: probeX402Round(template),
    getX402Resources: getX402Resources({ ports, settings }),
  };
}
