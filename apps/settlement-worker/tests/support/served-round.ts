import { FEE_BALANCE_QUOTA, quotaKey, type Outbox } from '@oracle-gateway/outbox';
import {
  attestationMessage,
  deriveDeploymentId,
  deriveFeedId,
  roundAddress,
  roundIdOf,
  toUnixMs,
  unixSeconds,
  type Address,
  type RoundId,
  unitsOf,
  type Form,
} from '@oracle-gateway/protocol';
import { NETWORK, type World } from '@oracle-gateway/ledger/testing';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';

/** Most lamports that a settlement takes: a receipt's rent and the fee. */
const ROUND_LAMPORTS = 1_472_680;

/** Serves a round that the program accepts, as a gateway does: of a source, or of the form that is given. */
export async function serveRound(
  world: World,
  outbox: Outbox,
  timestampSeconds: number,
  signed: { readonly form?: Form } = {},
): Promise<{ readonly roundId: RoundId; readonly receipt: Address }> {
  const { programId, owner } = world;
  const round = world.settlement(2, timestampSeconds, undefined, signed);
  const { sourceId, value, registryVersion, signaturesRequired, form, observedAtMs } = round;
  const roundId = roundIdOf(roundAddress({ ...round, timestampSeconds: unixSeconds(timestampSeconds) }));
  const feedId = deriveFeedId({ owner: owner.address, sourceId, signaturesRequired });
  const message = attestationMessage({
    deploymentId: deriveDeploymentId({ programId, network: NETWORK }),
    feedId,
    value,
    sourceId,
    registryVersion,
    signaturesRequired,
    form,
    timestampMs: toUnixMs(unixSeconds(timestampSeconds)),
    observedAtMs,
  });
  const quota = quotaKey('subscription', owner.address);
  const available = { slot: 0, until: 'settled' } as const;
  const hold = { ...available, quotaKey: quota, units: unitsOf(form), available: 1_000n };
  const feeBalance = quotaKey(FEE_BALANCE_QUOTA, gatewayAddress(programId, world.gateway.address));
  const lamports = { ...available, quotaKey: feeBalance, units: ROUND_LAMPORTS, available: 10n ** 12n };
  const reserved = await outbox.reserve({ path: 'subscription', roundId, deadlineMs: 60_000, maxInFlight: 100, holds: [hold, lamports] });
  if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
  const settlement = {
    charge: { kind: 'subscription', subscriptionOwner: owner.address, feedOwner: owner.address } as const,
    sourceId,
    value,
    message,
    signaturesRequired,
    timestampSeconds,
    form,
    observedAtMs,
    registryVersion,
    registryCount: round.registryCount,
    s: round.s,
    commitment: round.commitment,
    aggregateKey: round.keyForm.aggregateKey,
    signersBitmap: round.signersBitmap,
  };
  await outbox.commit({ roundId, token: reserved.token, settlement, result: '{}' });
  return { roundId, receipt: roundAddress({ ...round, timestampSeconds: unixSeconds(timestampSeconds) }) };
}
