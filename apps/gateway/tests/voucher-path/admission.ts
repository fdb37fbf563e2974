import { tenantOfKey } from '@oracle-gateway/fair-share';
import { createParser } from '@oracle-gateway/contract';
import { quotaKey } from '@oracle-gateway/outbox';
import {
  type Address,
  deriveFeedId,
  formatAddress,
  fromHex,
  roundAddress,
  roundIdOf,
  unixSeconds,
  unitsOf,
} from '@oracle-gateway/protocol';
import { subscriptionRefusal } from '../../src/admission/account-refusals.js';
import { readAddress, readRequestBody } from '../../src/admission/request-body.js';
import { checkTerms, type TermNames } from '../../src/admission/round-terms.js';
import { GatewayError } from '../../src/errors/gateway-error.js';
import type { PathPorts } from '../../src/paths/path-ports.js';
import type { ChargedRound } from '../../src/charges/charged-round.js';
import { executeVoucherRound } from './operation.js';

export interface VoucherRound extends ChargedRound {
  readonly serial: number;
}

const NAMES: TermNames = { signaturesRequired: 'quorum', registryVersion: 'registryVersion', timestampSeconds: 'timestamp' };
const VOUCHER_LIFE_MS = 3_600_000;
const parse = createParser(executeVoucherRound.request, { root: 'body' });

/** Message that an issuer signs. */
export function voucherMessage(serial: number): Uint8Array {
  return new TextEncoder().encode(`voucher ${serial}`);
}

/** A voucher is one prepaid round of its issuer's subscription, for any caller who holds it. */
export function createVoucherAdmission(ports: PathPorts): (body: Uint8Array) => Promise<VoucherRound> {
  const { programId, gateway } = ports.deployment;
  return async (body) => {
    const { serial, ...request } = readRequestBody(body, parse);
    const issuer: Address = readAddress(request.issuer, 'issuer');
    const { subject, sealed } = ports.subjects.read(request);
    const terms = {
      signaturesRequired: request.quorum,
      registryVersion: request.registryVersion,
      timestampSeconds: unixSeconds(request.timestamp),
    };
    const { signaturesRequired, timestampSeconds } = terms;
    const registry = await checkTerms({ ...terms, subject }, NAMES, ports);
    const signature = fromHex(request.signature, 64);
    if (!ports.callers.verifySignature({ signature, message: voucherMessage(serial), publicKey: issuer }))
      throw new GatewayError('auth_sig_invalid');
    const { value, slot } = await ports.accounts.subscription(issuer);
    const units = unitsOf(subject.form);
    const claim = { gateway, timestampSeconds, nowSeconds: ports.clock.nowMs() / 1_000, signaturesRequired, units };
    const refusal = subscriptionRefusal(value, claim);
    if (refusal !== null || value === null) throw new GatewayError(refusal ?? 'subscription_missing');
    const { sourceId } = subject;
    const identity = { programId, feedOwner: issuer, sourceId, signaturesRequired, timestampSeconds };
    return {
      path: 'voucher',
      serial,
      roundId: roundIdOf(roundAddress(identity)),
      requester: issuer,
      tenant: tenantOfKey(issuer, { isStranger: false }),
      feedOwner: issuer,
      feedId: deriveFeedId({ owner: issuer, sourceId, signaturesRequired }),
      subject,
      sealed,
      signaturesRequired,
      registry,
      timestampSeconds,
      charge: { kind: 'subscription', subscriptionOwner: issuer, feedOwner: issuer },
      opensAccountsOfBytes: [],
      exclusive: [{ name: `voucher:${formatAddress(issuer)}.${serial}`, lifeMs: VOUCHER_LIFE_MS, refusal: 'authorization_used' }],
      holds: [
        {
          quotaKey: quotaKey('subscription', issuer),
          units,
          available: value.roundsLeft,
          slot,
          until: 'settled',
          refusal: 'quota_committed',
        },
      ],
    };
  };
}
