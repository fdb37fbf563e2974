import { answers } from './answers.mjs';

export const BALANCER_PERIOD_MS = 1_000;

/**
 * Sends to each gateway that was ready when it was last asked, in turn; to every gateway while none was, as balancers do: a late answer of
 * `/ready` on a busy machine must not end all traffic.
 */
export function openBalancer() {
  const targets = new Map();
  let turn = 0;
  let isChecking = false;
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    await Promise.all(
      [...targets.keys()].map(async (url) => {
        const isReady = await answers(`${url}/ready`);
        if (targets.has(url)) targets.set(url, isReady);
      }),
    );
    isChecking = false;
  };
  const timer = setInterval(check, BALANCER_PERIOD_MS);
  return {
    /** @param {string} url */
    add: (url) => targets.set(url, true),
    /** @param {string} url */
    remove: (url) => targets.delete(url),
    next: () => {
      const ready = [...targets].filter(([, isReady]) => isReady).map(([url]) => url);
      const open = ready.length > 0 ? ready : [...targets.keys()];
      turn += 1;
      return open[turn % open.length];
    },
    close: () => clearInterval(timer),
  };
}
