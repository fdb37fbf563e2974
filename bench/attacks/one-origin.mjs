// A subscriber keeps 32 slow fetches going at the very origin that the honest caller reads.
import { slowConfig } from '../world/caller.mjs';
import { askAgainAndAgain } from './subscriber.mjs';

export const variants = [
  {
    key: 'f',
    label: '32 slow rounds at the origin of the honest caller',
    honestConfig: (manifest) => slowConfig(manifest, 0),
    attack: askAgainAndAgain({ atOnce: 32, paceMs: 1_000, configOf: (manifest) => slowConfig(manifest, 15_000) }),
  },
];
