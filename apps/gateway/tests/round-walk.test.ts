import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startPaidWorld, termsOf } from './fakes/paid-world.js';
import { AGENT_PRICE } from './fakes/payer.js';
import { post, postAgent, postX402, type RawAnswer } from './fakes/post.js';
import { measureWalk } from './fakes/walk.js';
import type { World } from './fakes/world.js';
import { createX402Payer, x402Request } from './fakes/x402-payer.js';

/**
 * Length of one round through the gateway, for a reader: the source files of `src` that a round enters, and their functions. A rise is a
 * question for the review: is what was added a concept of its own, or one more step of the path?
 */
const BUDGET = {
  subscription: { files: 48, functions: 237 },
  agent: { files: 53, functions: 249 },
  x402: { files: 61, functions: 269 },
} as const;

let world: World;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ world, close } = await startPaidWorld());
  // No timer goes off from here on, so that a slow machine makes no node late and nothing is swept.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
});
afterAll(async () => {
  vi.useRealTimers();
  await close();
});

type Ask = () => Promise<RawAnswer>;

/** A round of a caller that has asked for none. Work that is no part of the round itself is done before. */
const rounds: { readonly [Path in keyof typeof BUDGET]: () => Ask | Promise<Ask> } = {
  subscription() {
    const request = world.subscriber().request();
    return () => post(world.url, request);
  },
  agent() {
    const request = world.payer(BigInt(AGENT_PRICE)).request();
    return () => postAgent(world.url, request);
  },
  async x402() {
    const payment = createX402Payer().pay(await termsOf(world));
    return () => postX402(world.url, x402Request(), payment);
  },
};

/** A round usually takes one exchange. A designated signer that is late makes it two. */
async function isUsual({ headers }: RawAnswer): Promise<boolean> {
  return (await world.log.line('round completed', headers.get('x-round-id') ?? '')).includes('"exchanges":1');
}

it.each(['subscription', 'agent', 'x402'] as const)(
  'a round of the path %s enters no more files and functions than before',
  async (path) => {
    const walk = await measureWalk(async () => {
      const ask = await rounds[path]();
      return async () => {
        const answer = await ask();
        expect(answer.status).toBe(200);
        return isUsual(answer);
      };
    });
    const counts = { files: walk.size, functions: [...walk.values()].flat().length };
    process.stdout.write(`a round of the path ${path} enters ${counts.files} files and ${counts.functions} functions\n`);
    expect(counts.files).toBeLessThanOrEqual(BUDGET[path].files);
    expect(counts.functions).toBeLessThanOrEqual(BUDGET[path].functions);
  },
);
