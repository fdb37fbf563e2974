import { GatewayError } from '../../src/errors/gateway-error.js';
import type { Endpoint } from '../../src/http/endpoint.js';
import type { PathPorts } from '../../src/paths/path-ports.js';
import type { PayPath } from '../../src/paths/pay-path.js';
import type { PathPolicy } from '../../src/engine/index.js';
import { createVoucherAdmission, type VoucherRound } from './admission.js';
import { executeVoucherRound } from './operation.js';

const operations = { executeVoucherRound };

/** The conflict of a voucher names the voucher; every other one is refused as it is. */
const policy: PathPolicy<VoucherRound> = {
  refuse: ({ refusal, usedBy }, { serial }) =>
    usedBy === undefined ? new GatewayError(refusal) : new GatewayError(refusal, { detail: `voucher ${serial}` }).about(usedBy),
};

/** A fourth way to pay. */
export function voucherPath({ isEnabled }: { readonly isEnabled: boolean }): PayPath<'voucher', typeof operations> {
  return {
    name: 'voucher',
    operations,
    notServed: 'the voucher path is not enabled on this gateway',
    open: () => Promise.resolve(isEnabled ? { serve: (ports) => ({ endpoints: { executeVoucherRound: createEndpoint(ports) } }) } : null),
  };
}

function createEndpoint(ports: PathPorts): Endpoint<typeof executeVoucherRound> {
  const admit = createVoucherAdmission(ports);
  const serveRound = ports.rounds.serveCharged(policy);
  return async ({ body, clientGone, requestId }) => {
    ports.engine.requireRoom();
    const round = await admit(body);
    return { status: 200, body: await serveRound(round, { clientGone, requestId }), headers: { 'X-Round-Id': round.roundId } };
  };
}
