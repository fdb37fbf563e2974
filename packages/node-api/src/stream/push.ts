import type { CommitResponse } from '../operations/commit.js';

/**
 * Messages that a node sends without a call.
 *
 * - `commitments`: a batch as in the answer to `commit`, for the gateway process of this stream alone. `lifeMs` counts from its arrival.
 * - `registry_version`: the latest version that the node has read. It is a hint: the gateway reads the ledger itself.
 */
export type StreamPush =
  | { readonly topic: 'commitments'; readonly batch: CommitResponse }
  | { readonly topic: 'registry_version'; readonly version: bigint };

/** The pushes that a gateway process asks for in the handshake. */
export interface WantedPushes {
  readonly commitments: boolean;
  readonly registryVersion: boolean;
}
