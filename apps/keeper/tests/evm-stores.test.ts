import { describe, expect, it } from 'vitest';
import { fittingList, mayShareList } from '../src/feeds/basket.js';
import type { KeptFeed } from '../src/feeds/kept-feed.js';
import { openLiar, shareChain, TRUST_SECONDS } from './support/evm-chain.js';
import { boughtBy, openEvmTarget, type Opening, VOUCHERS } from './support/evm-target.js';
import { simulatedFeeds } from './support/simulated-world.js';

const { chain, redis, signal, nowMs } = await shareChain();

/** A target with a contract of many feeds, one whose verifier may be exchanged, and one that verifies by itself. */
async function open(opening: Opening = {}) {
  const [lent, own] = simulatedFeeds(2, { isAlone: true });
  const feeds = { lent, own: own! };
  const opened = await openEvmTarget(
    { chain, redis },
    {
      alone: async (nodes, oracle) =>
        new Map([
          [feeds.lent.name, await chain.deployFeed(nodes, feeds.lent, oracle)],
          [feeds.own.name, await chain.deployFeed(nodes, feeds.own, null)],
        ]),
      ...opening,
    },
  );
  return { ...opened, feeds };
}

describe('contracts of one feed', () => {
  it('are written and read like one of many feeds, each with its own value, and not twice', async () => {
    const { nodes, target, feeds, transactions } = await open();
    const [listed] = simulatedFeeds(1);
    for (const [place, feed] of [feeds.lent, feeds.own, listed].entries()) {
      expect(await target.read(feed)).toBeNull();
      const { basket, bought } = boughtBy(nodes, [feed], (await nowMs()) - 2_000, [BigInt(7 + place)]);
      const told = { kind: 'brought', signatures: [expect.stringMatching(/^0x[0-9a-f]{64}$/)] };
      expect(await target.submit(basket, bought, signal)).toMatchObject(told);
      expect(await target.submit(basket, bought, signal)).toEqual({ kind: 'brought', signatures: [null] });
      expect(await target.read(feed)).toMatchObject({ value: BigInt(7 + place), observedAtMs: bought.attestation.observedAtMs });
    }
    expect(await transactions()).toBe(3);
  });

  it('take no value of a list, and a feed that has one shares no list', async () => {
    const { nodes, target, feeds, transactions } = await open();
    const [other] = simulatedFeeds(1);
    expect([mayShareList(feeds.lent, other), mayShareList(other, feeds.own), mayShareList(other, other)]).toEqual([false, false, true]);
    expect(fittingList([other, ...simulatedFeeds(2)], 4)).toHaveLength(3);
    const { basket, bought } = boughtBy(nodes, [feeds.lent, other], (await nowMs()) - 2_000);
    expect(await target.submit(basket, bought, signal)).toEqual({ kind: 'refused', reason: 'its contract takes no value of a list' });
    expect(await transactions()).toBe(0);
  });

  it('of another feed are named as misplaced, and so is one in the place of a contract of many feeds', async () => {
    const { target, feeds, newKeeper, alone, nodes } = await open();
    const strangers: readonly KeptFeed[] = [
      { ...feeds.lent, name: feeds.own.name },
      { ...feeds.own, name: feeds.lent.name },
    ];
    for (const feed of strangers) await expect(target.read(feed)).rejects.toThrow(/keeps another feed: correct contracts/);
    const [listed] = simulatedFeeds(1);
    const wrong = newKeeper(undefined, { many: alone.get(feeds.own.name)!, alone: new Map([[listed.name, alone.get(feeds.lent.name)!]]) });
    await expect(wrong.read(feeds.own)).rejects.toThrow(/has no feeds of many sources: correct contract/);
    await expect(wrong.read(listed)).rejects.toThrow(/keeps another feed/);
    const swapped = newKeeper(undefined, { many: null, alone: new Map([[feeds.lent.name, (await chain.deploy(nodes)).consumer]]) });
    await expect(swapped.read(feeds.lent)).rejects.toThrow(/has no single feed: correct contracts/);
  });

  it('go on with the verifier that a governor has exchanged', async () => {
    const { nodes, target, feeds, alone, served } = await open();
    const next = nodes.next([0, 1, 2]);
    const { oracle } = await chain.deploy(next);
    await chain.exchangeOracle(alone.get(feeds.lent.name)!, oracle);
    // Nodes that the first verifier never had: no snapshot names them.
    const { basket, bought } = boughtBy(next, [feeds.lent], (await nowMs()) - 1_000);
    expect(await target.submit(basket, bought, signal)).toMatchObject({ kind: 'brought', signatures: [expect.any(String)] });
    expect(served).toEqual([]);
  });
});

describe('the verifiers of a target', () => {
  it('are kept alive all of them, each once; the first that would lapse is told, also where one of them fails', async () => {
    const { nodes, target, served, transactions } = await open();
    await chain.client.increaseTime({ seconds: 604_800 });
    await chain.client.mine({ blocks: 1 });
    const signedAtMs = await nowMs();
    served[0] = nodes.vouch({ next: nodes, signedAtMs, signers: VOUCHERS });
    const told: number[] = [];
    const lapsesAtSeconds = signedAtMs / 1_000 + Number(TRUST_SECONDS);
    expect(await target.upkeep!(signal, (at) => told.push(at))).toEqual({ lapsesAtSeconds, heldVersion: nodes.version });
    // One for the contract of many feeds and the one that may be exchanged, one for the one that verifies by itself.
    expect([await transactions(), told.at(-1)]).toEqual([2, lapsesAtSeconds]);
    expect(told[0]).toBeLessThan(lapsesAtSeconds);
  });
});

describe('values of many feeds', () => {
  it('are read by one call, however many feeds ask at once', async () => {
    const server = await openLiar(chain.url);
    const { nodes, newKeeper } = await open();
    const target = newKeeper([server.url]);
    const feeds = simulatedFeeds(32);
    const { basket, bought } = boughtBy(nodes, feeds, (await nowMs()) - 1_000);
    await target.submit(basket, bought, signal);
    let calls = 0;
    server.lies.lie = ({ method }) => {
      if (method === 'eth_call') calls += 1;
      return null;
    };
    const held = await Promise.all(feeds.map((feed) => target.read(feed)));
    expect(held.map((one) => one?.value)).toEqual(feeds.map((_, place) => 100n + BigInt(place)));
    // The verifier of the contract, and the values.
    expect(calls).toBe(2);
    server.close();
  });
});
