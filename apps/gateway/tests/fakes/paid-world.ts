import { unchanging } from '@oracle-gateway/app-config';
import type { ExecuteX402RoundRequest } from '@oracle-gateway/gateway-api';
import { serveTestFacilitator, type TestFacilitator } from './facilitator.js';
import { postX402, type RawAnswer } from './post.js';
import { NETWORK, startWorld, type World, type WorldOptions } from './world.js';
import { type PaymentOffer, x402Request } from './x402-payer.js';

/** A gateway that serves the pay-per-request path, and the facilitator that it asks. */
export interface PaidWorld {
  readonly world: World;
  readonly facilitator: TestFacilitator;
  readonly close: () => Promise<void>;
}

/** The ledger shows the payments that the facilitator lands. `headers` go with every call to the facilitator. */
export async function startPaidWorld(options: WorldOptions = {}, headers: Readonly<Record<string, string>> = {}): Promise<PaidWorld> {
  const facilitator = await serveTestFacilitator(NETWORK);
  const world = await startWorld({
    facilitator: { kind: 'remote', url: facilitator.url, headers: unchanging(headers) },
    ...options,
    overrides: { history: facilitator.history, ...options.overrides },
  });
  return {
    world,
    facilitator,
    close: async () => {
      await world.close();
      await facilitator.close();
    },
  };
}

/** The first option of a 402. */
export function offerOf({ body }: RawAnswer): PaymentOffer {
  const [offer] = (body['accepts'] ?? []) as PaymentOffer[];
  if (offer === undefined) throw new Error('a 402 has an offer');
  return offer;
}

/** The terms of a request, as its 402 names them. */
export async function termsOf({ url }: Pick<World, 'url'>, request: ExecuteX402RoundRequest = x402Request()): Promise<PaymentOffer> {
  return offerOf(await postX402(url, request));
}

export function codeOf({ status, body }: RawAnswer): unknown[] {
  return [status, body['code']];
}
