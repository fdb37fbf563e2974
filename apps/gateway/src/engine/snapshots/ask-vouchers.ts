import type { VoucherCalls } from '@oracle-gateway/vouching';
import { NodeCallError } from '../nodes/node-call-error.js';
import type { NodeCalls } from '../nodes/node-client.js';
import type { CallLimits } from '../nodes/node-transport.js';
import type { SnapshotEvents } from './snapshot-events.js';
import type { VoucherNode } from './voucher-directory.js';

export interface AskVouchersDeps {
  /** It notes nothing of the nodes: the endpoint of a replaced key is not the node of its place. */
  readonly client: Pick<NodeCalls, 'commit' | 'vouch'>;
  readonly events: Pick<SnapshotEvents, 'notVouched'>;
}

/** Asks nodes over the gateway's connections. Each fault of a node is an event. */
export function askVouchers(limits: CallLimits, { client, events }: AskVouchersDeps): VoucherCalls<VoucherNode> {
  const told = async <T>(call: Promise<T>): Promise<T | null> => {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof NodeCallError)) throw error;
      events.notVouched(error.context);
      return null;
    }
  };
  return {
    commit: (node, request) => told(client.commit(node, request, limits)),
    vouch: (node, request) => told(client.vouch(node, request, limits)),
    blame: (nodeIndex, step, fault) => events.notVouched({ nodeIndex, step, fault }),
  };
}
