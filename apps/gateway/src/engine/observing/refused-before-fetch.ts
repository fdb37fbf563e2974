import { withDeadline } from '@oracle-gateway/process';
import type { NodeCallContext } from '../nodes/node-call-error.js';
import type { ObservationBoard } from './observation-board.js';

/** How long the refusals that make a round fail wait for those of the other nodes. */
const OTHERS_WITHIN_MS = 250;

/** Whether a node had no room for the requester, and asked the source for nothing: `share_used` comes before the fetch, `overloaded` may not. */
function isRefusedBeforeFetch({ code }: NodeCallContext): boolean {
  return code === 'share_used';
}

/**
 * Whether every asked node refused before it fetched, so that nothing was observed, shown to a source or signed. A round fails with the
 * refusals of a few; the others have a moment to refuse too.
 */
export async function areAllRefusedBeforeFetch(
  asked: readonly unknown[],
  board: Pick<ObservationBoard, 'arrived' | 'failures' | 'outstanding' | 'next'>,
): Promise<boolean> {
  const isSoFar = (): boolean => board.arrived.length === 0 && board.failures.length > 0 && board.failures.every(isRefusedBeforeFetch);
  const hearAll = async (): Promise<void> => {
    while (isSoFar() && board.outstanding() > 0) await board.next();
  };
  await withDeadline(hearAll(), OTHERS_WITHIN_MS);
  return isSoFar() && board.failures.length === asked.length;
}
