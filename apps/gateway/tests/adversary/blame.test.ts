import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { post, postAgent } from '../fakes/post.js';
import { startWorld, type World } from '../fakes/world.js';

/** Rounds that some spoil for others: the log names the nodes that did, or no node at all. */
let world: World;
afterEach(() => world.close());

/** Nodes that the log names for anything that counts against them. */
function blamed(): readonly number[] {
  const lines = world.log.text().split('\n');
  const counted = lines.filter((line) => line.includes('node fault') && !/"fault":"(declined|excused|dissent|upstream|sealed)"/.test(line));
  return [...new Set(counted.map((line) => Number(/"nodeIndex":(\d+)/.exec(line)?.[1])))].sort();
}

describe('nodes that commit to one nonce point together', () => {
  it('are blamed, all of them, and no node that would not sign beside them; every round is served', async () => {
    world = await startWorld();
    const colluders = world.nodes.slice(0, 2);
    for (const node of colluders) node.fault = 'shared-commitments';
    for (let round = 0; round < 100 && blamed().length < colluders.length; round += 1) {
      const { status, body } = await post(world.url, world.subscriber().request({ signaturesRequired: 3 }));
      expect([status, body['error']]).toEqual([200, undefined]);
    }
    expect(blamed()).toEqual([0, 1]);
    expect(world.log.text()).not.toContain('"code":"signers_mismatch"');
  });
});

describe('a caller who asks for one feed and second on two paths, of a source that answers otherwise each time', () => {
  it('is served both, each with a stamp of its own, and no node is blamed', async () => {
    world = await startWorld();
    const seconds = Math.floor(Date.now() / 1_000);
    for (let pair = 0; pair < 12; pair += 1) {
      const keys = generateKeyPairSync('ed25519');
      const [subscriber, payer] = [world.subscriber({}, keys), world.payer(100n, {}, keys)];
      for (const node of world.nodes) node.value = `${pair}.25`;
      const first = await post(world.url, subscriber.request({ signaturesRequired: 2, timestamp: seconds }));
      for (const node of world.nodes) node.value = `${pair}.75`;
      const second = await postAgent(world.url, payer.request({ signatures_required: 2, canonical_timestamp: seconds }));
      expect([first.status, second.status]).toEqual([200, 200]);
    }
    expect(blamed()).toEqual([]);
  });
});
