import type { NonceCommitmentHex } from '@oracle-gateway/node-api';
import type { RoundNode } from '../nodes/node-directory.js';

/** What one node saw, and its nonce commitments for two signing attempts. */
export interface Observation {
  readonly node: RoundNode;
  /** 32 bytes packed, 0x hex: equal values are equal strings. */
  readonly value: string;
  readonly nonces: readonly [NonceCommitmentHex, NonceCommitmentHex];
}

/** The value to sign and exactly a quorum of nodes to sign it, ascending by index. */
export interface Fix {
  readonly value: string;
  readonly signers: readonly Observation[];
}
