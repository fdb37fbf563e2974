import { type Loading, useLoading } from '../view/loaded.js';
import type * as engine from './engine.js';

export type PathEngine = typeof engine;

/** The nodes' own engine, which the page loads once it is needed. */
export function usePathEngine(): Loading<PathEngine> {
  return useLoading(() => import('./engine.js'), 'engine');
}
