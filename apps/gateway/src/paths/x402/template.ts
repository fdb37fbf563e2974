import type { operations } from '@oracle-gateway/gateway-api';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { GatewayError } from '../../errors/gateway-error.js';
import type { Endpoint } from '../../http/endpoint.js';
import { BAZAAR_EXAMPLE } from './bazaar-extension.js';
import { gatewayRefusal } from '../../admission/account-refusals.js';
import type { PathPorts } from '../path-ports.js';
import type { PricedRound, X402Terms } from './terms.js';

/** The 402 of a request that asks for nothing yet. */
export type X402Template = (hint?: string) => Promise<GatewayError>;

export interface X402TemplateDeps {
  readonly ports: PathPorts;
  readonly terms: X402Terms;
}

const WHAT_IT_IS = 'these terms are of the example in extensions.bazaar; send your own request to learn its terms';

/** Longer is no `{}`. */
const MAX_BARE_BYTES = 256;
const BARE = /^(?:\s*\{\s*\}\s*)?$/;

/** Whether a body asks for nothing: it is empty, or an object without members; white space alone is neither. Indexers of x402 resources probe so. */
export function isBare(body: Uint8Array): boolean {
  return body.length <= MAX_BARE_BYTES && BARE.test(new TextDecoder().decode(body));
}

/** Answers probes with the terms of an example: the smallest quorum for a source that is named. Throws what admission throws. */
export function createX402Template({ ports, terms }: X402TemplateDeps): X402Template {
  return async (hint) => {
    const [registry, account] = await Promise.all([ports.ledger.currentRegistry(), ports.gatewayAccount()]);
    const gatewayFault = gatewayRefusal(account, Math.floor(ports.clock.nowMs() / 1000));
    if (gatewayFault !== null) throw new GatewayError(gatewayFault);
    const round: PricedRound = {
      subject: sourceSubject(BAZAAR_EXAMPLE),
      signaturesRequired: registry.minSigners,
      registry,
    };
    const [offered] = await terms.offers(round);
    const detail = hint === undefined ? WHAT_IT_IS : `${hint}; ${WHAT_IT_IS}`;
    return terms.refuse({ code: 'payment_required', detail, round, terms: offered, isTemplate: true });
  };
}

/** GET /v1/x402/execute: the 402 with a template, as indexers of x402 resources expect it. */
export function probeX402Round(template: X402Template): Endpoint<typeof operations.probeX402Round> {
  return async () => {
    throw await template();
  };
}
