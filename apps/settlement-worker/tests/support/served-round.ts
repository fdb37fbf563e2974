import { quotaKey, type Outbox } from '@oracle-gateway/outbox';
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
} from '@oracle-gateway/protocol';
import { NETWORK, type World } from '@oracle-gateway/ledger/testing';

/** Serves a round that the program accepts, as a gateway does. */
export async function serveRound(
  world: World,
  outbox: Outbox,
  timestampSeconds: number,
): Promise<{ readonly roundId: RoundId; readonly receipt: Address }> {
  const { programId, owner } = world;
  const round = world.settlement(2, timestampSeconds);
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
  const hold = { quotaKey: quotaKey('subscription', owner.address), units: 1, available: 1_000n, slot: 0, until: 'settled' } as const;
  const reserved = await outbox.reserve({ path: 'subscription', roundId, deadlineMs: 60_000, maxInFlight: 100, holds: [hold] });
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
