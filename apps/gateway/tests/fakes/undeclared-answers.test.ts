import { operations } from '@oracle-gateway/gateway-api';
import { expect, it } from 'vitest';
import { undeclaredRefusals } from './undeclared-answers.js';
import { startWorld } from './world.js';

it('a refusal with a code that its operation does not declare is found in the log of a gateway', async () => {
  const world = await startWorld();
  await world.http.call(operations.getRound, { path: { roundId: '1'.repeat(32) } });
  const log = (await world.log.line('"msg":"answered"', 'round_not_found')) + world.log.text();
  await world.close();
  expect(undeclaredRefusals(log)).toEqual([]);
  expect(new Set(undeclaredRefusals(log.replaceAll('round_not_found', 'provider_not_found')))).toEqual(
    new Set(['getRound 404 provider_not_found']),
  );
});
