import { setTimeout as wait } from 'node:timers/promises';
import { createCaller } from '../world/caller.mjs';

/**
 * A subscriber that keeps `atOnce` rounds going. Each of its places asks again as soon as it has an answer, but at most once in `paceMs`.
 * So an immediate refusal does not turn the attack into a flood.
 *
 * @param {{ atOnce: number, paceMs: number, leaveAfterMs?: number, configOf: (manifest: any) => object }} plan
 */
export function askAgainAndAgain({ atOnce, paceMs, leaveAfterMs, configOf }) {
  return async ({ manifest, signal, counts }) => {
    const caller = createCaller({ manifest, keyName: 'subscriptionOwner', localAddress: '127.0.9.1' });
    signal.addEventListener('abort', () => void caller.close());
    const place = async () => {
      while (!signal.aborted) {
        const pace = wait(paceMs, undefined, { signal }).catch(() => undefined);
        const { status } = await caller.ask(caller.prepare(configOf(manifest)), leaveAfterMs === undefined ? {} : { leaveAfterMs });
        const outcome = status === 0 ? 'left' : status;
        if (!signal.aborted) counts[outcome] = (counts[outcome] ?? 0) + 1;
        await pace;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, place));
  };
}
