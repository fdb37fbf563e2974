// A subscriber keeps sixteen rounds going whose answers are 300 bytes on the wire, 256 KiB decoded, and costly to select from: nothing is found.
import { fresh } from '../world/caller.mjs';
import { askAgainAndAgain } from './subscriber.mjs';

function configOf({ sources }) {
  return {
    url: `${sources.huge}/?bytes=262144&item=${encodeURIComponent('""')}&${fresh()}`,
    method: 'GET',
    responseParser: '$..[?length(@)>1]',
  };
}

export const variants = [
  { key: 'g', label: '16 rounds at once with costly answers', attack: askAgainAndAgain({ atOnce: 16, paceMs: 500, configOf }) },
];
