import { createPlaces, type Taking } from '@oracle-gateway/fair-share';
import { type Asker, gatewayTenant, GATEWAYS_FACTOR, requesterTenant } from './asker.js';
import { NodeError } from '../errors/node-error.js';

/** A fetch that takes longer than this stays charged to its requester for the same time again. */
const SLOW_AFTER_MS = 2_000;

/** Places of concurrent observations. `sign` and `release` take none: they never wait and need microseconds. */
export interface ObservePlaces {
  /**
   * Takes so many places, all or none. Each function of the result gives one back: an observation holds no place for a source that it has
   * fetched. Throws NodeError `overloaded`, or `share_used` when the requester has its share.
   */
  take(asker: Asker, count: number): readonly (() => void)[];
}

/**
 * Each place is counted twice: among gateways, which share all places, and among requesters. A requester may take fewer places than its
 * gateway, so that it never uses up those of the gateway's other requesters.
 */
export function createObservePlaces(deps: { readonly max: number; readonly monotonicMs: () => number }): ObservePlaces {
  const { max, monotonicMs: nowMs } = deps;
  const gateways = createPlaces({ max, factor: GATEWAYS_FACTOR, reserve: 0 }, { nowMs });
  const requesters = createPlaces({ max, slowAfterMs: SLOW_AFTER_MS }, { nowMs });

  const takeOne = (asker: Asker): (() => void) => {
    const ofGateway = taken(gateways.take(gatewayTenant(asker)), 'overloaded');
    try {
      const ofRequester = taken(requesters.take(requesterTenant(asker)), 'share_used');
      return () => {
        ofRequester.giveBack();
        ofGateway.giveBack();
      };
    } catch (refusal) {
      ofGateway.giveBack();
      throw refusal;
    }
  };

  return {
    take: (asker, count) => {
      const leaves: (() => void)[] = [];
      try {
        while (leaves.length < count) leaves.push(takeOne(asker));
        return leaves;
      } catch (refusal) {
        for (const leave of leaves) leave();
        throw refusal;
      }
    },
  };
}

function taken(taking: Taking, codeOfShare: 'overloaded' | 'share_used') {
  if (taking.ok) return taking.place;
  throw new NodeError(taking.reason === 'full' ? 'overloaded' : codeOfShare);
}
