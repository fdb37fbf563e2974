import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';
import { rememberedAddresses } from '@oracle-gateway/ledger';
import { type X402Request, x402RequestMemo, x402RoundPrice, unitsOf } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import {
  PAYMENT_IDENTIFIER,
  paymentIdentifierExtension,
  paymentRequired,
  paymentTerms,
  type PaymentExtensions,
  type PaymentTerms,
  upstreamQuote,
  type UpstreamQuoteInput,
} from '@oracle-gateway/x402';
import type { Catalogue } from '@oracle-gateway/providers';
import { GatewayError } from '../../errors/gateway-error.js';
import type { X402Config } from '../../config/config.js';
import type { PathPorts } from '../path-ports.js';
import { bazaarExtension } from './bazaar-extension.js';

export const X402_PATH = '/v1/x402/execute';
const DESCRIPTION = 'A value of an HTTP source, fetched and signed by a quorum of oracle nodes';

/** Round that the payment is for. */
export interface PricedRound {
  readonly subject: Subject;
  readonly signaturesRequired: number;
  readonly registry: RegistryAccount;
}

/** Members of a request that the memo of its payment names, at this gateway. */
export type RequestToPay = Pick<X402Request, 'sourceId' | 'signaturesRequired' | 'registryVersion'>;

/** One 402. */
export interface X402Refusal {
  readonly code: X402RefusalCode;
  /** Follows the message of the code. */
  readonly detail?: string;
  readonly round: PricedRound;
  /** Offered terms. */
  readonly terms: PaymentTerms;
  /** It is of no request: the example that it is of is told with it. */
  readonly isTemplate?: true;
  /** The source is paywalled: quote it, with its own answer where it was asked. */
  readonly source?: { readonly refusal?: UpstreamQuoteInput['refusal'] };
}

type X402RefusalCode = Extract<
  ErrorCode,
  | 'payment_required'
  | 'payment_terms_mismatch'
  | 'source_payments_missing'
  | 'payment_refused'
  | 'payment_not_made'
  | 'source_payment_required'
>;

/** Terms of payments. */
export interface X402Terms {
  /**
   * The terms that a round may be paid on; the first are offered. They differ in the fee payer alone. `refresh` reads the price past
   * the cache. Throws a 503 {@link GatewayError} while no fee payer is known.
   */
  offers(round: PricedRound, options?: { readonly refresh: boolean }): Promise<readonly [PaymentTerms, ...PaymentTerms[]]>;
  /** Memo of a payment for such a request, whatever it costs by now. */
  memoOf(request: RequestToPay): string;
  /** A 402 with its terms in body and header (docs/api.md#post-v1x402execute). */
  refuse(refusal: X402Refusal): GatewayError;
}

export interface X402TermsDeps {
  readonly ports: PathPorts;
  readonly settings: X402Config;
  /** The one that is offered, then the others that are good. */
  readonly feePayers: () => readonly string[];
  /** Tells the provider whose x402 routes a source is on. */
  readonly catalogue: Catalogue;
}

export function createX402Terms({ ports, settings, feePayers, catalogue }: X402TermsDeps): X402Terms {
  const { programId, gateway } = ports.deployment;
  const { network, maxTimeoutSeconds, bazaar } = settings;
  // The Config account owns the treasury's token account.
  const treasuryOwner = rememberedAddresses.config(programId);
  const memoOf = (request: RequestToPay): string => x402RequestMemo({ programId, gateway, ...request });
  return {
    memoOf,

    async offers(round, options = { refresh: false }) {
      const amountAtomic = await priceOf(round, options, ports);
      const { mint } = await ports.ledger.config();
      const { subject, signaturesRequired, registry } = round;
      const memo = memoOf({ sourceId: subject.sourceId, signaturesRequired, registryVersion: registry.version });
      const [first, ...others] = feePayers().map((feePayer) =>
        paymentTerms({ network, amountAtomic, mint, treasuryOwner, feePayer, memo, maxTimeoutSeconds }),
      );
      if (first === undefined)
        throw new GatewayError('payment_facility_unavailable', { detail: 'the facilitator has named no fee payer yet' });
      return [first, ...others];
    },

    refuse({ code, detail, round, terms, source, isTemplate = false }) {
      const { message } = new GatewayError(code, detail === undefined ? {} : { detail });
      const { body, header } = paymentRequired({
        error: message,
        resource: paidResource(settings),
        terms,
        extensions: extensionsOf(round, source, { catalogue, bazaar: bazaar || isTemplate }),
      });
      const { x402Version, resource, accepts, extensions } = body;
      const members = { x402Version, resource, accepts, ...(extensions === undefined ? {} : { extensions }) };
      return new GatewayError(code, { ...(detail === undefined ? {} : { detail }), members, headers: { 'PAYMENT-REQUIRED': header } });
    },
  };
}

/** Resource that a payment buys, under the address at which callers reach the gateway. */
export function paidResource({ publicOrigin }: X402Config): {
  readonly url: string;
  readonly description: string;
  readonly mimeType: string;
} {
  return { url: `${publicOrigin}${X402_PATH}`, description: DESCRIPTION, mimeType: 'application/json' };
}

async function priceOf(
  { subject, signaturesRequired, registry: { redundancyBuffer } }: PricedRound,
  { refresh }: { readonly refresh: boolean },
  { ledger }: PathPorts,
): Promise<bigint> {
  const { prices } = await ledger.config({ refresh });
  const price = x402RoundPrice(prices, { signaturesRequired, redundancyBuffer, units: unitsOf(subject.form) });
  if (price === 0n) throw new GatewayError('not_enabled', { detail: 'the ledger sets no price for pay-per-request rounds' });
  return price;
}

function extensionsOf(
  round: PricedRound,
  source: X402Refusal['source'],
  { bazaar, catalogue }: { readonly bazaar: boolean; readonly catalogue: Catalogue },
): PaymentExtensions {
  return {
    ...(source === undefined
      ? {}
      : {
          upstream: upstreamQuote({ ...quoteOf(round, catalogue), ...(source.refusal === undefined ? {} : { refusal: source.refusal }) }),
        }),
    ...(bazaar ? { bazaar: bazaarExtension(round.registry) } : {}),
    [PAYMENT_IDENTIFIER]: paymentIdentifierExtension,
  };
}

/** A round that pays its source has one alone. */
function quoteOf({ subject, signaturesRequired, registry }: PricedRound, catalogue: Catalogue): UpstreamQuoteInput {
  const { redundancyBuffer, active: nodeCount } = registry;
  const [{ apiConfig } = { apiConfig: undefined }] = subject.sources;
  const route = apiConfig === undefined ? null : catalogue.routeOf(apiConfig);
  const provider = route?.flow.kind === 'x402' ? { provider: route.provider.id } : {};
  return { ...provider, resource: apiConfig?.url ?? '', signaturesRequired, redundancyBuffer, nodeCount };
}
