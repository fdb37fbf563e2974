import { shareTestWorld, startTestWorld } from './test-world.js';

export const WORKERS = 2;

/** One world with two workers, for tests that kill its processes and wait until all is settled. */
export const twoWorkerWorld = shareTestWorld(() => startTestWorld({ workers: WORKERS }));
