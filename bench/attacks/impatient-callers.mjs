// Forty callers ask for rounds on a source that answers after 15 s, leave after one second, and come again.
import { slowConfig } from '../world/caller.mjs';
import { askAgainAndAgain } from './subscriber.mjs';

export const variants = [
  {
    key: 'd',
    label: '40 impatient callers of a slow source',
    warmUpSeconds: 5,
    attack: askAgainAndAgain({ atOnce: 40, paceMs: 1_000, leaveAfterMs: 1_000, configOf: (manifest) => slowConfig(manifest, 15_000) }),
  },
];
