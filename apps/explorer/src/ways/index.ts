import { escrow } from './escrow.js';
import { perRequest } from './per-request.js';
import { subscription } from './subscription.js';
import type { Way } from './way.js';

/** Ways in the order in which they are offered; the first is chosen at a first visit. */
export const WAYS: readonly [Way, ...Way[]] = [subscription, escrow, perRequest];
