import type { World } from './world.js';

/** Lets the nodes answer nothing until the returned function is called. */
export function holdNodes({ nodes }: Pick<World, 'nodes'>): () => void {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  for (const node of nodes) node.gate = gate;
  return open;
}
