import measured from './capacity-measurements.json' with { type: 'json' };
import type { Measurement } from './capacity-measurement.js';

/** What `node bench/capacity.mjs --write` measured. */
export const MEASUREMENT: Measurement = measured;
