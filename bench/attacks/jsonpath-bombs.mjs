// A subscriber asks for a selection that doubles at every step, 30 times, and finds nothing: the document has 29 levels, in 81 bytes.
import { fresh } from '../world/caller.mjs';
import { askAgainAndAgain } from './subscriber.mjs';

const DOCUMENT = `${'['.repeat(29)}${'1'.repeat(23)}${']'.repeat(29)}`;
const PARSER = `$${'[*,*]'.repeat(30)}`;

function configOf({ sources }) {
  return {
    url: `${sources.echo}/?type=application%2Fjson&body=${encodeURIComponent(DOCUMENT)}&${fresh()}`,
    method: 'GET',
    responseParser: PARSER,
  };
}

export const variants = [{ key: 'c', label: 'JSONPath bombs, 8 at once', attack: askAgainAndAgain({ atOnce: 8, paceMs: 500, configOf }) }];
