import { createBudget, type Refused } from '@oracle-gateway/fair-share';
import { type Asker, gatewayTenant, GATEWAYS_FACTOR, requesterTenant } from './asker.js';
import { NodeError } from '../errors/node-error.js';
import { createObservePlaces } from './observe-places.js';

const MINUTE_MS = 60_000;

/** Share of a node that dry runs may take: places and a number a minute of their own, none of them from observations. */
export interface DryRunShare {
  /**
   * Takes so many places and as many of the minute's dry runs, all or none. Each function of `leaves` gives one place back. `by` is the tenant
   * under which the sources are fetched and read. Throws NodeError `not_enabled`, `overloaded`, or `share_used` when the requester has its share.
   */
  take(asker: Asker, count: number): { readonly by: Asker; readonly leaves: readonly (() => void)[] };
}

/** Gateways share the dry runs of a minute as they share places; requesters share those of their gateway. */
export function createDryRunShare(deps: {
  readonly maxConcurrent: number;
  /** 0: this node serves no dry runs. */
  readonly perMinute: number;
  readonly monotonicMs: () => number;
}): DryRunShare {
  const { maxConcurrent: max, perMinute, monotonicMs: nowMs } = deps;
  if (perMinute === 0) {
    return {
      take: () => {
        throw new NodeError('not_enabled', 'this node serves no dry runs; ask another');
      },
    };
  }
  const places = createObservePlaces({ max, monotonicMs: nowMs });
  const window = { max: perMinute, windowMs: MINUTE_MS };
  const ofGateways = createBudget({ ...window, factor: GATEWAYS_FACTOR, reserve: 0 }, { nowMs });
  const ofRequesters = createBudget(window, { nowMs });
  return {
    take(asker, count) {
      // A fetch of a dry run waits in no queue that a round of the same requester waits in.
      const by = { ...asker, requester: `dry-run:${asker.requester}` };
      const [gateway, requester] = [gatewayTenant(by), requesterTenant(by)];
      requireBudget(ofGateways.peek(gateway, count), 'overloaded');
      requireBudget(ofRequesters.peek(requester, count), 'share_used');
      const leaves = places.take(by, count);
      ofGateways.charge(gateway, count);
      ofRequesters.charge(requester, count);
      return { by, leaves };
    },
  };
}

function requireBudget(refused: Refused | null, codeOfShare: 'overloaded' | 'share_used'): void {
  if (refused !== null) throw new NodeError(refused.reason === 'full' ? 'overloaded' : codeOfShare);
}
