import type { StreamPush } from '@oracle-gateway/node-api/stream';
import type { CommitmentSink } from './commitment-stock.js';
import type { RoundNode } from './node-directory.js';
import type { RegistryHints } from './registry-hints.js';

export interface TakePushDeps {
  /** Null where rounds take two exchanges: no commitments in advance are used. */
  readonly stock: CommitmentSink | null;
  readonly hints: RegistryHints;
}

/** What a node sends without being asked goes where it is kept or looked up; no part of it is believed. */
export function takePush(node: Pick<RoundNode, 'index' | 'origin'>, push: StreamPush, { stock, hints }: TakePushDeps): void {
  switch (push.topic) {
    case 'commitments':
      stock?.receive(node, push.batch);
      break;
    case 'registry_version':
      hints.heard(node.index, push.version);
  }
}
