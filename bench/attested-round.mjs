import { attestationMessage, deriveDeploymentId, deriveFeedId, NO_OWNER, signersBitmap, toAddress, unixMs } from '@oracle-gateway/protocol';
import {
  createNoncePair,
  createSigningKey,
  generateSecretKey,
  prepareSession,
  signPartial,
  sumPartials,
} from '@oracle-gateway/schnorr/signing';
import { webcrypto } from 'node:crypto';

/** @param {number} length */
function random(length) {
  return webcrypto.getRandomValues(new Uint8Array(length));
}

/**
 * A registry of fresh nodes and an attestation that the first of them signed together.
 *
 * @param {{ nodes: number, signers: number }} size
 */
export function attestedRound({ nodes, signers }) {
  const signingKeys = Array.from({ length: nodes }, () => createSigningKey(generateSecretKey(random)));
  const registry = { version: 1n, minSigners: 1, keys: signingKeys.map(({ publicKey }) => publicKey) };
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

  const sessionId = random(32);
  const members = signingKeys.slice(0, signers).map((signingKey, index) => {
    return { index, signingKey, ...createNoncePair({ signingKey, sessionId, attempt: 0 }, { random }) };
  });
  const prepared = prepareSession({
    sessionId,
    attempt: 0,
    message,
    setHash: new Uint8Array(32),
    signers: members.map(({ index, signingKey, commitment }) => ({ index, publicKey: signingKey.publicKey, ...commitment })),
  });
  const partials = members.map(({ index, signingKey, pair }) => signPartial({ prepared, ownIndex: index, signingKey, pair }));
  const { s, commitment, aggregateKey } = sumPartials(prepared, partials);
  const bitmap = signersBitmap(members.map(({ index }) => index));
  return {
    check: { deploymentId, registry, attestation: { ...statement, signersBitmap: bitmap, s, commitment } },
    signature: { publicKey: aggregateKey, message, s, commitment },
  };
}
