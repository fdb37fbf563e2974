import { deriveDeploymentId, formatAddress, toHex, type Address } from '@oracle-gateway/protocol';
import { createSigningKey, provePossession, type RandomBytes } from '@oracle-gateway/schnorr/signing';
import type { Config, Secrets } from '../config/config.js';

/** Everything that the administrator needs to register the node (docs/protocol.md#proof-of-possession). It holds no secret. */
export interface RegistrationProof {
  readonly deploymentId: string;
  readonly index: number;
  readonly publicKey: string;
  readonly encryptionKey: string;
  readonly operator: string;
  readonly endpoint: string;
  /** Decimal text of unix seconds. */
  readonly previousRegisteredAt: string;
  readonly proof: { readonly s: string; readonly commitment: string };
}

/** Proves that this node holds its signing key. The proof covers every registered field and serves one registration. */
export function proveRegistration(input: {
  readonly config: Pick<Config, 'solana' | 'node'>;
  readonly secrets: Pick<Secrets, 'secretKey'>;
  /** X25519 public key, 32 bytes. */
  readonly encryptionKey: Uint8Array;
  readonly operator: Address;
  /** Origin at which gateways reach the node. */
  readonly endpoint: string;
  /** `registeredAt` of the Node account that the registration replaces, unix seconds; 0 for the first one. */
  readonly previousRegisteredAt: bigint;
  readonly random: RandomBytes;
}): RegistrationProof {
  const signingKey = createSigningKey(input.secrets.secretKey);
  const deploymentId = deriveDeploymentId(input.config.solana);
  const { encryptionKey, operator, endpoint, previousRegisteredAt } = input;
  const { index } = input.config.node;
  const registration = { deploymentId, index, encryptionKey, operator, endpoint, previousRegisteredAt };
  const { s, commitment } = provePossession({ signingKey, ...registration }, input);
  return {
    deploymentId: toHex(deploymentId),
    index,
    publicKey: toHex(signingKey.publicKey),
    encryptionKey: toHex(encryptionKey),
    operator: formatAddress(operator),
    endpoint,
    previousRegisteredAt: previousRegisteredAt.toString(),
    proof: { s: toHex(s), commitment: toHex(commitment) },
  };
}
