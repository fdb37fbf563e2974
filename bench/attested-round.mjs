import { attestationMessage, deriveDeploymentId, deriveFeedId, NO_OWNER, signersBitmap, toAddress, unixMs } from '@oracle-gateway/protocol';
import { createNoncePair, generateSecretKey, prepareSession, publicKeyOf, signPartial, sumPartials } from '@oracle-gateway/schnorr/signing';
import { webcrypto } from 'node:crypto';

/** @param {number} length */
const random = (length) => webcrypto.getRandomValues(new Uint8Array(length));

/**
 * A registry of fresh nodes and an attestation that the first of them signed together.
 *
 * @param {{ nodes: number, signers: number }} size
 */
export function attestedRound({ nodes, signers }) {
  const secretKeys = Array.from({ length: nodes }, () => generateSecretKey(random));
  const registry = { version: 1n, keys: secretKeys.map(publicKeyOf) };
  const deploymentId = deriveDeploymentId({ programId: toAddress(random(32)), network: 'solana:localnet' });
  const sourceId = /** @type {import('@oracle-gateway/protocol').SourceId} */ (random(32));
  const statement = {
    feedId: deriveFeedId({ owner: NO_OWNER, sourceId, signaturesRequired: signers }),
    sourceId,
    value: random(32),
    registryVersion: registry.version,
    signaturesRequired: signers,
    timestampMs: unixMs(1_763_683_200_000),
  };
  const message = attestationMessage({ deploymentId, ...statement });

  const members = secretKeys.slice(0, signers).map((secretKey, index) => ({ index, secretKey, ...createNoncePair(random) }));
  const prepared = prepareSession({
    sessionId: random(32),
    attempt: 0,
    message,
    setHash: new Uint8Array(32),
    signers: members.map(({ index, secretKey, commitment }) => ({ index, publicKey: publicKeyOf(secretKey), ...commitment })),
  });
  const partials = members.map(({ index, secretKey, pair }) => signPartial({ prepared, ownIndex: index, secretKey, pair }));
  const { s, commitment, aggregateKey } = sumPartials(prepared, partials);
  const bitmap = signersBitmap(members.map(({ index }) => index));
  return {
    check: { deploymentId, registry, attestation: { ...statement, signersBitmap: bitmap, s, commitment } },
    signature: { publicKey: aggregateKey, message, s, commitment },
  };
}
