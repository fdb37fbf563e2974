import { expect, it } from 'vitest';
import { roundIdOf } from './round-identity.js';
import { roundReadMessage } from './round-read.js';
import { parseAddress } from './address.js';
import { unixSeconds } from './units.js';

it('is one line of text that names round and time', () => {
  const roundId = roundIdOf(parseAddress('11111111111111111111111111111111'));
  const message = roundReadMessage({ roundId, timestampSeconds: unixSeconds(1_795_224_390) });
  expect(new TextDecoder().decode(message)).toBe('Oracle Gateway: read round 11111111111111111111111111111111 at 1795224390');
});
