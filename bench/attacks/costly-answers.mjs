// A subscriber keeps sixteen rounds going whose answers are 300 bytes on the wire, 256 KiB decoded, and costly to select from: nothing is found.
// Its source is a process of its own, since the honest caller must not wait for it.
import { fresh } from '../world/caller.mjs';
import { askAgainAndAgain } from './subscriber.mjs';

function configOf({ ownSources: [source] }) {
  return { url: `http://${source}/costly?${fresh()}`, method: 'GET', responseParser: '$..[?length(@)>1]' };
}

export const variants = [
  {
    key: 'g',
    label: '16 rounds at once with costly answers',
    attack: askAgainAndAgain({ atOnce: 16, paceMs: 500, configOf }),
    needsSource: true,
  },
];
