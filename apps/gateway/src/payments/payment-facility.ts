import { createSingleCallFetch, type RpcUrl, type TreasuryReader } from '@oracle-gateway/ledger';
import type { PaymentRecord } from '@oracle-gateway/outbox';
import type { KeyWatch } from '@oracle-gateway/process';
import type { Address } from '@oracle-gateway/protocol';
import { createHttpFacilitator, type Facilitator, type Network } from '@oracle-gateway/x402';
import { createInProcessFacilitator } from '@oracle-gateway/x402/svm';
import type { Config, Secrets } from '../config/config.js';
import { checkTreasury } from '../ledger/deployment.js';
import type { FacilitatorEvents } from '../telemetry/events.js';
import type { FacilitatorAccess } from '../config/facilitator-access.js';
import { startFeePayerWatch } from './fee-payer-watch.js';

interface OpenFacilitator {
  readonly facilitator: Facilitator;
  /** Balance of a token account, atomic units; null where the gateway pays for no payment that fails, since the facilitator is another's. */
  readonly payerBalance: ((tokenAccount: Address) => Promise<bigint>) | null;
}

/** Facilitator of payments, and its name. */
export interface PaymentFacility extends OpenFacilitator {
  /** Name of the facilitator in the records of payments. */
  readonly kind: PaymentRecord['facilitator'];
  /** The fee payer that is offered, then the others that are good; empty until the facilitator has answered once. */
  readonly feePayers: () => readonly string[];
  stop(): void;
}

export interface PaymentFacilityDeps {
  readonly ledger: TreasuryReader;
  readonly events: FacilitatorEvents;
  readonly keys: Pick<KeyWatch, 'watched'>;
  readonly monotonicMs: () => number;
}

/**
 * Opens the facilitator of the configuration; one that does not answer is asked again. Null where payments per request are not served. Throws
 * TreasuryMissingError.
 */
export async function openPaymentFacility(
  { programId, x402 }: Config,
  { facilitator: access, rpcUrls: [rpcUrl = ''] }: Secrets,
  deps: PaymentFacilityDeps,
): Promise<PaymentFacility | null> {
  if (x402 === null || access === null) return null;
  await checkTreasury(programId, deps.ledger);
  const { network } = x402;
  const opened = openFacilitator(access, { rpcUrl, network }, deps);
  const watch = await startFeePayerWatch({ facilitator: opened.facilitator, events: deps.events, monotonicMs: deps.monotonicMs });
  return { kind: access.kind, ...opened, feePayers: watch.accepted, stop: () => watch.stop() };
}

function openFacilitator(
  access: FacilitatorAccess,
  { rpcUrl, network }: { readonly rpcUrl: RpcUrl; readonly network: Network },
  { keys }: Pick<PaymentFacilityDeps, 'keys'>,
): OpenFacilitator {
  if (access.kind === 'remote') {
    return {
      facilitator: createHttpFacilitator({ url: access.url, headers: access.headers, network, fetch: createSingleCallFetch() }),
      payerBalance: null,
    };
  }
  const feePayer = keys.watched('facilitator', access.feePayer);
  const facilitator = createInProcessFacilitator({ feePayer, rpcUrl, network });
  return { facilitator, payerBalance: facilitator.balanceAtomic };
}
