// A subscriber keeps as many rounds in flight as a gateway runs at once, all on a source that answers after 15 s.
import { slowConfig } from '../world/caller.mjs';
import { askAgainAndAgain } from './subscriber.mjs';

export const variants = [
  {
    key: 'e',
    label: '64 rounds on a slow source',
    attack: askAgainAndAgain({ atOnce: 64, paceMs: 1_000, configOf: (manifest) => slowConfig(manifest, 15_000) }),
  },
];
