import measured from './capacity-figures.json' with { type: 'json' };
import type { Measurement } from './capacity-figures.js';

/** What `node bench/capacity.mjs --write` measured. */
export const MEASUREMENT: Measurement = measured;
