import { createPlaces, type Taking } from '@oracle-gateway/fair-share';
import { type Asker, gatewayParty, GATEWAYS_FACTOR, requesterParty } from './asker.js';
import { NodeError } from '../errors/node-error.js';

/** A fetch that takes longer is charged to its requester for as long again. */
const SLOW_AFTER_MS = 2_000;

/** Observations that may run at once. Only they take places: `sign` and `release` never wait, and take microseconds. */
export interface ObservePlaces {
  /** Takes a place; the answer gives it back, once. Throws NodeError `overloaded`, or `share_used` when this requester has had its share of them. */
  take(asker: Asker): () => void;
}

/**
 * One place is taken twice: among gateways, which share all places, and among requesters. Requesters of a gateway leave a few places that their
 * gateway may still take, so one of them never uses up what it has for the others.
 */
export function createObservePlaces(deps: { readonly max: number; readonly monotonicMs: () => number }): ObservePlaces {
  const { max, monotonicMs: nowMs } = deps;
  const gateways = createPlaces({ max, factor: GATEWAYS_FACTOR, spare: 0, nowMs });
  const requesters = createPlaces({ max, slowAfterMs: SLOW_AFTER_MS, nowMs });

  return {
    take: (asker) => {
      const ofGateway = taken(gateways.take(gatewayParty(asker)), 'overloaded');
      try {
        const ofRequester = taken(requesters.take(requesterParty(asker)), 'share_used');
        return () => {
          ofRequester.giveBack();
          ofGateway.giveBack();
        };
      } catch (refusal) {
        ofGateway.giveBack();
        throw refusal;
      }
    },
  };
}

function taken(taking: Taking, codeOfShare: 'overloaded' | 'share_used') {
  if (taking.ok) return taking.place;
  throw new NodeError(taking.reason === 'full' ? 'overloaded' : codeOfShare);
}
