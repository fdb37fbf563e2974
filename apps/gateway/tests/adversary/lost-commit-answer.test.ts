import { deriveSourceId, parseApiConfig, type RoundId, roundAddress, roundIdOf, unixSeconds } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { PRICE_SOURCE } from '../fakes/consumer.js';
import { post } from '../fakes/post.js';
import { type RedisProxy, startRedisProxy } from '../fakes/redis-proxy.js';
import { holdNodes, PROGRAM_ID, startWorld, type World } from '../fakes/world.js';

let proxy: RedisProxy;
let world: World;
beforeEach(async () => {
  proxy = await startRedisProxy(inject('redisUrl'));
  world = await startWorld({ redisUrl: proxy.url });
});
afterEach(async () => {
  await world.close();
  await proxy.close();
});

/** Sends a request and loses every answer of the outbox from the moment its round is with the nodes. */
async function loseAnswersDuringRound() {
  const consumer = world.subscriber();
  const request = consumer.request();
  const open = holdNodes(world);
  const arrived = Promise.race(world.nodes.map((node) => node.arrival('/v1/observe')));
  const answer = post(world.url, request);
  await arrived;
  proxy.loseAnswers();
  open();
  const roundId: RoundId = roundIdOf(
    roundAddress({
      programId: PROGRAM_ID,
      feedOwner: consumer.address,
      sourceId: deriveSourceId(parseApiConfig(PRICE_SOURCE)),
      signaturesRequired: request.signaturesRequired,
      timestampSeconds: unixSeconds(request.timestamp),
    }),
  );
  return { answer, roundId };
}

it('a commit that happened and whose answer was lost is found out and served, not charged and refused', async () => {
  const { answer, roundId } = await loseAnswersDuringRound();
  // The second command about this round is sent when the first was given up.
  await proxy.passed(roundId, 2);
  proxy.recover();
  const { status, headers } = await answer;
  expect([status, headers.get('x-round-id')]).toEqual([200, roundId]);
  expect(await world.outbox.read(roundId)).toMatchObject({ state: 'pending' });
});
