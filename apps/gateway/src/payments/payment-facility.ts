import type { RoundPayment } from '@oracle-gateway/outbox';
import { createHttpFacilitator, createInProcessFacilitator, type Facilitator, type Network } from '@oracle-gateway/x402';
import type { Events } from '../events.js';
import type { FacilitatorAccess } from './facilitator-access.js';
import { startFeePayerWatch } from './fee-payer-watch.js';

/** Who verifies and settles payments, and in whose name. */
export interface PaymentFacility {
  /** As the records of payments name it. */
  readonly kind: RoundPayment['facilitator'];
  readonly facilitator: Facilitator;
  /** The fee payer that is offered, then the others that are good; empty until the facilitator has answered once. */
  readonly feePayers: () => readonly string[];
  stop(): void;
}

export interface PaymentFacilityInput {
  readonly access: FacilitatorAccess;
  readonly network: Network;
  /** Of a facilitator in this process. */
  readonly rpcUrl: string;
}

/** Opens the facilitator of the configuration; one that does not answer is asked again. */
export async function openPaymentFacility(
  { access, network, rpcUrl }: PaymentFacilityInput,
  deps: { readonly events: Pick<Events, 'facilitatorTrouble'>; readonly monotonicMs: () => number },
): Promise<PaymentFacility> {
  const facilitator =
    access.kind === 'remote'
      ? createHttpFacilitator({ url: access.url, headers: access.headers, network })
      : await createInProcessFacilitator({ secretKey: access.secretKey, rpcUrl, network });
  const watch = await startFeePayerWatch({ ...deps, facilitator });
  return { kind: access.kind, facilitator, feePayers: watch.accepted, stop: () => watch.stop() };
}
