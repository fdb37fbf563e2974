import { type LedgerReader, rememberedAddresses } from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';
import { createFindPaidBefore, type FindPaidBeforeDeps } from './payment-identifier.js';
import { createX402Template } from './template.js';
import { createX402Terms } from './terms.js';
import { createX402Admission, type X402AdmissionDeps } from './admission.js';
import type { Config, X402Config } from '../../config/config.js';
import type { Routes } from '../../http/endpoint.js';
import type { PaymentFacility } from '../../payments/payment-facility.js';
import { createUnlessRefused } from '../../payments/refused-payments.js';
import { createVerifyPayment, type VerifyPaymentDeps } from '../../payments/verify-payment.js';
import { executeX402Round } from './route.js';
import { getX402Resources } from './get-x402-resources.js';
import { notEnabled } from '../../http/not-enabled.js';
import { probeX402Round } from './probe.js';
import type { PaidRoundService } from '../../payments/conclude-paid-round.js';
import type { Sponsorship } from '../../rounds/sponsorship.js';

type X402Routes = Pick<Routes, 'executeX402Round' | 'getX402Resources' | 'probeX402Round'>;

export interface X402RouteDeps extends Pick<
  X402AdmissionDeps,
  'gatewayStanding' | 'history' | 'wait' | 'randomBytes' | 'nowMs' | 'verifySignature'
> {
  readonly events: X402AdmissionDeps['events'] & VerifyPaymentDeps['events'];
  readonly monotonicMs: () => number;
  readonly config: Config;
  readonly outbox: X402AdmissionDeps['outbox'] & FindPaidBeforeDeps['outbox'];
  readonly ledger: LedgerReader;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly mint: Address;
  readonly sponsorship: Pick<Sponsorship, 'covers'>;
}

/** What the path needs where it is served. */
export interface X402Service {
  readonly settings: X402Config;
  readonly facility: PaymentFacility;
  readonly serveRound: PaidRoundService;
}

/** The endpoints of the pay-per-request path, which say that they are not served where `service` is null. */
export function createX402Routes(service: X402Service | null, { config, ...deps }: X402RouteDeps): X402Routes {
  if (service === null) {
    const refuse = notEnabled('the pay-per-request path is not enabled on this gateway');
    return { executeX402Round: refuse, getX402Resources: refuse, probeX402Round: refuse };
  }
  const { facility, settings, serveRound } = service;
  const { programId, allowedSources, catalogue } = config;
  const { network, publicOrigin, maxTimeoutSeconds } = settings;
  const treasuryOwner = rememberedAddresses.config(programId);
  const offer = { network, treasuryOwner, publicOrigin, maxTimeoutSeconds };
  const terms = createX402Terms({ ...deps, ...offer, programId, catalogue, feePayers: facility.feePayers, bazaar: settings.bazaar });
  const admit = createX402Admission({
    ...deps,
    facility,
    terms,
    treasury: rememberedAddresses.associatedToken(treasuryOwner, deps.mint),
    maxInFlight: settings.maxInFlightPerPayer,
    verifyPayment: createVerifyPayment({ ...deps, facilitator: facility.facilitator, max: config.rounds.maxConcurrent }),
  });
  const findPaidBefore = createFindPaidBefore({ ...deps, network, terms });
  const template = createX402Template({ ...deps, terms });
  return {
    executeX402Round: executeX402Round({
      admit,
      findPaidBefore,
      template,
      unlessRefused: createUnlessRefused(deps),
      serveRound,
      allowedSources,
      isSponsored: deps.sponsorship.covers,
    }),
    probeX402Round: probeX402Round({ template }),
    getX402Resources: getX402Resources({ ...deps, ...offer }),
  };
}
