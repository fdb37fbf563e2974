// A subscriber asks for rounds that fail, as fast as they do: nothing is charged for them.
import { fresh } from '../world/caller.mjs';
import { askAgainAndAgain } from './subscriber.mjs';

export const variants = [
  {
    key: 'r',
    label: 'failing rounds, 16 at once',
    attack: askAgainAndAgain({
      atOnce: 16,
      paceMs: 0,
      configOf: ({ sources }) => ({ url: `${sources.price}/there/is/nothing?${fresh()}`, method: 'GET' }),
    }),
  },
];
