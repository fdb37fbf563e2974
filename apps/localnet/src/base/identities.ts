import { randomBytes } from 'node:crypto';

import { x25519 } from '@noble/curves/ed25519.js';
import { generateSecretKey, publicKeyOf } from '@oracle-gateway/schnorr/signing';

import { newKeypair, type SecretKey } from './keypair.js';

export interface NodeIdentity {
  readonly index: number;
  /** secp256k1, 32 bytes. */
  readonly secretKey: Uint8Array;
  /** 64 bytes, Px ‖ Py. */
  readonly publicKey: Uint8Array;
  /** X25519, 32 bytes. */
  readonly encryptionSecretKey: Uint8Array;
  readonly encryptionKey: Uint8Array;
  readonly operator: SecretKey;
}

/** Every key of a world except its ledger's keys; all new at each start. */
export interface Identities {
  readonly gateway: SecretKey;
  readonly nodes: readonly NodeIdentity[];
  readonly subscriptionOwner: SecretKey;
  /** A delegate of `subscriptionOwner`. */
  readonly delegate: SecretKey;
  readonly otherOwner: SecretKey;
  readonly exhaustedOwner: SecretKey;
  readonly agentPayer: SecretKey;
  readonly x402Payer: SecretKey;
  readonly emptyPayer: SecretKey;
  /** Its escrow is funded and paused. */
  readonly pausedEscrowPayer: SecretKey;
  readonly stranger: SecretKey;
  /** Owns a subscription, by which the world's keeper asks for the public feeds; it pays for writing them. */
  readonly keeper: SecretKey;
  /** Pays the fees of what the facilitator settles. */
  readonly facilitator: SecretKey;
  /** Receives the payments for the paywalled source. */
  readonly paywalledSource: SecretKey;
}

function random(length: number): Uint8Array {
  return new Uint8Array(randomBytes(length));
}

function newNode(index: number): NodeIdentity {
  const secretKey = generateSecretKey(random);
  const encryptionSecretKey = random(32);
  return {
    index,
    secretKey,
    publicKey: publicKeyOf(secretKey),
    encryptionSecretKey,
    encryptionKey: x25519.getPublicKey(encryptionSecretKey),
    operator: newKeypair(),
  };
}

export function newIdentities(nodeCount: number): Identities {
  return {
    gateway: newKeypair(),
    nodes: Array.from({ length: nodeCount }, (_, index) => newNode(index)),
    subscriptionOwner: newKeypair(),
    delegate: newKeypair(),
    otherOwner: newKeypair(),
    exhaustedOwner: newKeypair(),
    agentPayer: newKeypair(),
    x402Payer: newKeypair(),
    emptyPayer: newKeypair(),
    pausedEscrowPayer: newKeypair(),
    stranger: newKeypair(),
    keeper: newKeypair(),
    facilitator: newKeypair(),
    paywalledSource: newKeypair(),
  };
}
