import { deriveDeploymentId, formatAddress, toHex, type Address } from '@oracle-gateway/protocol';
import { createSigningKey, provePossession, type RandomBytes } from '@oracle-gateway/schnorr/signing';
import type { NodeConfig, NodeSecrets } from '../config.js';

/** What the administrator needs to register the node (protocol §4, proof of possession); nothing in it is secret. */
export interface RegistrationProof {
  readonly deploymentId: string;
  readonly index: number;
  readonly publicKey: string;
  readonly encryptionKey: string;
  readonly operator: string;
  readonly proof: { readonly s: string; readonly commitment: string };
}

/** Proves that this node holds its signing key, for one deployment, one encryption key and one operator. */
export function proveRegistration(input: {
  readonly config: Pick<NodeConfig, 'solana' | 'node'>;
  readonly secrets: Pick<NodeSecrets, 'secretKey'>;
  /** X25519 public key, 32 bytes. */
  readonly encryptionKey: Uint8Array;
  readonly operator: Address;
  readonly random: RandomBytes;
}): RegistrationProof {
  const signingKey = createSigningKey(input.secrets.secretKey);
  const deploymentId = deriveDeploymentId(input.config.solana);
  const { encryptionKey } = input;
  const { s, commitment } = provePossession({ signingKey, deploymentId, encryptionKey, operator: input.operator }, input);
  return {
    deploymentId: toHex(deploymentId),
    index: input.config.node.index,
    publicKey: toHex(signingKey.publicKey),
    encryptionKey: toHex(encryptionKey),
    operator: formatAddress(input.operator),
    proof: { s: toHex(s), commitment: toHex(commitment) },
  };
}
