import type { NonceCommitmentHex } from '@oracle-gateway/node-api';
import type { RoundNode } from '../nodes/node-directory.js';

/** A node and the commitment that it signs with. */
export interface Signer {
  readonly node: RoundNode;
  readonly nonce: NonceCommitmentHex;
}
