import { NodeError } from './errors.js';

/** Part of all places that one requester may hold. */
const SHARE_OF_ONE_REQUESTER = 1 / 4;

/** Observations that may run at once. Only they take places: `sign` and `release` never wait, and take microseconds. */
export interface ObservePlaces {
  /** Takes a place; the answer gives it back, once. Throws NodeError `overloaded` when all, or this requester's share of them, are taken. */
  take(requester: string): () => void;
}

export function createObservePlaces(input: { readonly max: number }): ObservePlaces {
  const perRequester = Math.max(1, Math.floor(input.max * SHARE_OF_ONE_REQUESTER));
  const taken = new Map<string, number>();
  let total = 0;

  return {
    take: (requester) => {
      const own = taken.get(requester) ?? 0;
      if (total >= input.max || own >= perRequester) {
        throw new NodeError('overloaded');
      }
      taken.set(requester, own + 1);
      total += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        total -= 1;
        const left = (taken.get(requester) ?? 0) - 1;
        if (left > 0) taken.set(requester, left);
        else taken.delete(requester);
      };
    },
  };
}
