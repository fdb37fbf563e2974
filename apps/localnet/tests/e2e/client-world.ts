import '../node-fetch.js';

import { shareTestWorld, startTestWorld } from './test-world.js';

/** One world for everything that the client has to stand. */
export const clientWorld = shareTestWorld(() => startTestWorld());
