import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PRELOAD = new URL('redirected-ports.mjs', import.meta.url).href;

/**
 * Puts a delaying proxy before each node, for processes that are started with its environment.
 *
 * @param {{ nodes: readonly { index: number, url: string }[], roundTripMs: number }} input
 */
export async function startDistantNodes({ nodes, roundTripMs }) {
  const child = fork(fileURLToPath(new URL('delaying-proxies.mjs', import.meta.url)));
  const portOf = (index) => Number(new URL(nodes.find((node) => node.index === index).url).port);
  const set = async (index, { slowerMs = 0 } = {}) => {
    const answered = once(child, 'message');
    child.send({ target: portOf(index), towardMs: roundTripMs / 2, backMs: roundTripMs / 2 + slowerMs });
    const [{ target, port }] = await answered;
    return [target, port];
  };
  const ports = [];
  for (const { index } of nodes) ports.push(await set(index));
  return {
    environment: { NODE_OPTIONS: `--import ${PRELOAD}`, BENCH_REDIRECTED_PORTS: JSON.stringify(ports) },
    /** Answers of the node come so much later from now on. */
    slow: (index, slowerMs) => set(index, { slowerMs }),
    close: () => child.disconnect(),
  };
}
