import type { VoucherCalls } from '@oracle-gateway/vouching';
import { NodeCallError } from '../nodes/node-call-error.js';
import type { NodeCalls } from '../nodes/node-client.js';
import type { CallLimits } from '../nodes/node-transport.js';
import type { SnapshotEvents } from './snapshot-events.js';
import type { VoucherNode } from './voucher-directory.js';

/** Asks nodes over the gateway's connections. Each fault of a node is an event. */
export function askVouchers(
  limits: CallLimits,
  { calls, events }: { readonly calls: NodeCalls; readonly events: SnapshotEvents },
): VoucherCalls<VoucherNode> {
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
    commit: (node, request) => told(calls.commit(node, request, limits)),
    vouch: (node, request) => told(calls.vouch(node, request, limits)),
    blame: (nodeIndex, step, fault) => events.notVouched({ nodeIndex, step, fault }),
  };
}
