import measured from './capacity-measurements.json' with { type: 'json' };
import type { Measurement } from './capacity-measurement.js';

/** Result of `node bench/capacity.mjs --write`. */
export const MEASUREMENT: Measurement = measured;
