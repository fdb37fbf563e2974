import { oracleGatewayAbi } from '@oracle-gateway/evm/abi';
import { describe, expect, it } from 'vitest';
import type { Bought } from '../src/feeds/feed-client.js';
import type { KeptFeed } from '../src/feeds/kept-feed.js';
import { openLiar, shareChain, TRUST_SECONDS } from './support/evm-chain.js';
import { boughtBy, openEvmTarget, type Opening, VOUCHERS } from './support/evm-target.js';
import { simulatedFeeds } from './support/simulated-world.js';

const WAIT = { interval: 20, timeout: 20_000 } as const;

const { chain, redis, signal, nowMs } = await shareChain();

function open(opening: Opening = {}) {
  return openEvmTarget({ chain, redis }, opening);
}

describe('values on an EVM chain', () => {
  it('are written and read back: of one feed, of a list in one transaction, and nothing where the contract has them', async () => {
    const { nodes, target, transactions } = await open();
    const [one] = simulatedFeeds(1);
    expect(await target.read(one)).toBeNull();
    const alone = boughtBy(nodes, [one], (await nowMs()) - 2_000);
    const first = await target.submit(alone.basket, alone.bought, signal);
    expect(first).toMatchObject({ kind: 'brought', signatures: [expect.stringMatching(/^0x[0-9a-f]{64}$/)] });
    expect(await target.read(one)).toEqual({ value: 100n, observedAtMs: alone.bought.attestation.observedAtMs, isEnded: false });
    const list = boughtBy(nodes, [one, ...simulatedFeeds(31)], (await nowMs()) - 1_000);
    const before = await transactions();
    const { signatures } = (await target.submit(list.basket, list.bought, signal)) as { readonly signatures: readonly string[] };
    expect([new Set(signatures).size, (await transactions()) - before]).toEqual([1, 1]);
    expect(await target.read(list.basket.places[31]!.feed!)).toMatchObject({ value: 131n });
    expect(await target.submit(alone.basket, alone.bought, signal)).toEqual({ kind: 'brought', signatures: [null] });
    expect(await transactions()).toBe(before + 1);
  });

  it('leave out what a list has no value of, and name a value that has no room', async () => {
    const { nodes, target } = await open();
    const feeds = simulatedFeeds(3);
    const stamp = (await nowMs()) - 2_000;
    const { basket, bought } = boughtBy(nodes, feeds, stamp, [7n, null, 1n << 191n]);
    expect(await target.submit(basket, bought, signal)).toEqual({ kind: 'refused', reason: 'a value needs more than 192 bits' });
    expect(await Promise.all(feeds.map((feed) => target.read(feed)))).toEqual([
      { value: 7n, observedAtMs: stamp, isEnded: false },
      null,
      null,
    ]);
  });

  it('are refused for good where the chain would refuse them for good, and cost nothing', async () => {
    const { nodes, target, transactions, budget } = await open();
    const [feed] = simulatedFeeds(1);
    const old = boughtBy(nodes, [feed], (await nowMs()) - 61_000);
    expect(await target.submit(old.basket, old.bought, signal)).toEqual({ kind: 'refused', reason: 'Stale' });
    const { basket, bought } = boughtBy(nodes, [feed], (await nowMs()) - 1_000);
    const forged: Bought = {
      ...bought,
      answer: { ...(bought.answer as object), data: { ...(bought.answer as { data: object }).data, s: `0x${'11'.repeat(32)}` } },
    };
    expect(await target.submit(basket, forged, signal)).toEqual({ kind: 'refused', reason: 'signature' });
    expect([await transactions(), await budget.spentToday(Date.now())]).toEqual([0, 0n]);
  });

  it('wait for the clock of a chain that is behind', async () => {
    const { nodes, target } = await open();
    const [feed] = simulatedFeeds(1);
    const { basket, bought } = boughtBy(nodes, [feed], (await nowMs()) + 10_000);
    const submitted = target.submit(basket, bought, signal);
    const later = setTimeout(() => void chain.client.increaseTime({ seconds: 10 }).then(() => chain.client.mine({ blocks: 1 })), 100);
    expect(await submitted).toMatchObject({ kind: 'brought' });
    clearTimeout(later);
  });

  it('are not read of a contract of another owner: the feed is named as misplaced', async () => {
    const { target } = await open();
    const [feed] = simulatedFeeds(1, { feedOwner: new Uint8Array(32).fill(7) as KeptFeed['feedOwner'] });
    await expect(target.read(feed)).rejects.toThrow(/another owner or quorum/);
  });
});

describe('transactions on an EVM chain', () => {
  /** Stops blocks while `work` runs. */
  async function withoutBlocks<T>(work: () => Promise<T>): Promise<T> {
    await chain.client.setAutomine(false);
    try {
      return await work();
    } finally {
      await chain.client.setAutomine(true);
      await chain.client.mine({ blocks: 1 });
    }
  }

  it('are replaced under their nonce with higher fees while blocks have no room, and count once', async () => {
    const { nodes, target, account, transactions, budget } = await open();
    const [feed] = simulatedFeeds(1);
    const { basket, bought } = boughtBy(nodes, [feed], (await nowMs()) - 2_000);
    const pending = async () => {
      const { transactions: all } = await chain.client.getBlock({ blockTag: 'pending', includeTransactions: true });
      return all.filter((one) => typeof one === 'object' && one.from.toLowerCase() === account.address.toLowerCase());
    };
    const fees: bigint[] = [];
    let submitted: Promise<unknown> | undefined;
    await withoutBlocks(async () => {
      submitted = target.submit(basket, bought, signal);
      submitted.catch(() => undefined);
      for (let raises = 0; raises < 3; raises += 1) {
        await expect.poll(async () => (await pending()).some((one) => (one.maxFeePerGas ?? 0n) > (fees.at(-1) ?? 0n)), WAIT).toBe(true);
        const [one] = await pending();
        fees.push(one!.maxFeePerGas ?? 0n);
        expect(one!.nonce).toBe(0);
      }
    });
    expect(await submitted).toMatchObject({ kind: 'brought' });
    for (const [place, fee] of fees.entries()) if (place > 0) expect(fee * 8n).toBeGreaterThanOrEqual(fees[place - 1]! * 9n);
    expect(await transactions()).toBe(1);
    // The next transaction gives back what the first did not cost.
    const today = Date.now();
    const counted = await budget.spentToday(today);
    const next = boughtBy(nodes, [feed], (await nowMs()) - 500);
    await target.submit(next.basket, next.bought, signal);
    expect(await budget.spentToday(today)).toBeLessThan(2n * counted);
  });

  it('go on after a keeper that died with one in flight: the next keeper takes its nonce', async () => {
    const { nodes, newKeeper, transactions } = await open();
    const [feed] = simulatedFeeds(1);
    const dying = boughtBy(nodes, [feed], (await nowMs()) - 3_000);
    await withoutBlocks(async () => {
      const killed = new AbortController();
      const submitted = newKeeper().submit(dying.basket, dying.bought, killed.signal);
      submitted.catch(() => undefined);
      await expect.poll(async () => (await chain.client.getBlock({ blockTag: 'pending' })).transactions.length, WAIT).toBe(1);
      killed.abort();
      await expect(submitted).rejects.toThrow();
    });
    const { basket, bought } = boughtBy(nodes, [feed], (await nowMs()) - 1_000);
    expect(await newKeeper().submit(basket, bought, signal)).toMatchObject({ kind: 'brought' });
    expect(await transactions()).toBe(2);
  });

  it('of two keepers go out one after the other, and neither writes what the other has written', async () => {
    const { nodes, newKeeper, transactions } = await open();
    const feeds = simulatedFeeds(4);
    const stamp = (await nowMs()) - 2_000;
    const keepers = [newKeeper(), newKeeper()];
    const submits = feeds.flatMap((feed) => {
      const { basket, bought } = boughtBy(nodes, [feed], stamp);
      return keepers.map((keeper) => keeper.submit(basket, bought, signal));
    });
    for (const outcome of await Promise.all(submits)) expect(outcome).toMatchObject({ kind: 'brought' });
    expect(await transactions()).toBe(4);
  });

  it.each([
    ['below the true one', -1n],
    ['above the true one', 5n],
  ])('come through although a server tells a nonce %s: another server is asked, and no gap is left', async (_what, off) => {
    const liar = await openLiar(chain.url);
    try {
      const { nodes, newKeeper, transactions } = await open();
      const [feed] = simulatedFeeds(1);
      const first = boughtBy(nodes, [feed], (await nowMs()) - 3_000);
      await newKeeper().submit(first.basket, first.bought, signal);
      let lies = 0;
      liar.lies.lie = ({ method }) => {
        if (method !== 'eth_getTransactionCount' || (lies += 1) > 3) return null;
        return { result: `0x${(1n + off).toString(16)}` };
      };
      const { basket, bought } = boughtBy(nodes, [feed], (await nowMs()) - 1_000);
      expect(await newKeeper([liar.url, chain.url]).submit(basket, bought, signal)).toMatchObject({ kind: 'brought' });
      expect([lies > 0, await transactions()]).toEqual([true, 2]);
    } finally {
      liar.close();
    }
  });

  it('go through the next server where one is down or of another chain', async () => {
    const liar = await openLiar(chain.url);
    liar.lies.lie = ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : null);
    const { nodes, target, newKeeper } = await open({ rpcUrls: [liar.url, chain.url] });
    const [feed] = simulatedFeeds(1);
    await expect(newKeeper([liar.url]).read(feed)).rejects.toThrow(/another chain/);
    const { basket, bought } = boughtBy(nodes, [feed], (await nowMs()) - 1_000);
    expect(await target.submit(basket, bought, signal)).toMatchObject({ kind: 'brought' });
    liar.close();
  });

  it('are sent again where a reorganisation takes their block, and count only under enough blocks', async () => {
    const { nodes, target, transactions } = await open({ confirmations: 3 });
    await chain.client.mine({ blocks: 3 });
    const [feed] = simulatedFeeds(1);
    const { basket, bought } = boughtBy(nodes, [feed], (await nowMs()) - 2_000);
    const before = await chain.client.snapshot();
    let isDone = false;
    const submitted = target.submit(basket, bought, signal).finally(() => (isDone = true));
    submitted.catch(() => undefined);
    await expect.poll(async () => (await target.read(feed))?.value, WAIT).toBe(100n);
    // Its block is gone, and so is what the account sent.
    await chain.client.revert({ id: before });
    expect(await transactions()).toBe(0);
    await expect.poll(async () => (await target.read(feed))?.value, WAIT).toBe(100n);
    expect(isDone).toBe(false);
    await chain.client.mine({ blocks: 2 });
    expect(await submitted).toMatchObject({ kind: 'brought', signatures: [expect.any(String)] });
  });

  it('are not sent beyond the fees of a day or of a unit of gas: the setting is named', async () => {
    const spent = await open({ limit: 1n });
    const [feed] = simulatedFeeds(1);
    const one = boughtBy(spent.nodes, [feed], (await nowMs()) - 1_000);
    await expect(spent.target.submit(one.basket, one.bought, signal)).rejects.toThrow(/max_fees_per_day/);
    expect(await spent.transactions()).toBe(0);
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 3_000_000_000n });
    await chain.client.mine({ blocks: 1 });
    const capped = await open({ maxFeeGwei: 1 });
    const other = boughtBy(capped.nodes, [feed], (await nowMs()) - 1_000);
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 3_000_000_000n });
    await chain.client.mine({ blocks: 1 });
    await expect(capped.target.submit(other.basket, other.bought, signal)).rejects.toThrow(/max_fee_gwei/);
  });
});

describe('the registry on an EVM chain', () => {
  const heldBy = (oracle: `0x${string}`) => chain.client.readContract({ address: oracle, abi: oracleGatewayAbi, functionName: 'held' });

  it('follows each change before values of its nodes are written, though four of thirteen nodes were replaced', async () => {
    const { nodes, oracle, target, served } = await open();
    const [feed] = simulatedFeeds(1);
    let present = nodes;
    for (let change = 0; change < 3; change += 1) {
      await chain.client.increaseTime({ seconds: 60 });
      await chain.client.mine({ blocks: 1 });
      const next = present.next([9, 10, 11, 12]);
      served[0] = present.vouch({ next, signedAtMs: await nowMs(), signers: VOUCHERS });
      const { basket, bought } = boughtBy(next, [feed], (await nowMs()) - 500 + change);
      expect(await target.submit(basket, bought, signal)).toMatchObject({ kind: 'brought' });
      expect((await heldBy(oracle))[0]).toBe(next.version);
      present = next;
    }
  });

  it('is kept alive by the snapshots of each week, and brings none that adds nothing', async () => {
    const { nodes, oracle, target, served, transactions } = await open();
    const [, lapsesAt] = await heldBy(oracle);
    expect(await target.upkeep!(signal)).toMatchObject({ lapsesAtSeconds: Number(lapsesAt), heldVersion: nodes.version });
    served[0] = nodes.vouch({ next: nodes, signedAtMs: (await nowMs()) + 60_000, signers: VOUCHERS });
    expect(await target.upkeep!(signal)).toMatchObject({ lapsesAtSeconds: Number(lapsesAt), heldVersion: nodes.version });
    expect(await transactions()).toBe(0);
    await chain.client.increaseTime({ seconds: 604_800 });
    await chain.client.mine({ blocks: 1 });
    const signedAtMs = await nowMs();
    served[0] = nodes.vouch({ next: nodes, signedAtMs, signers: VOUCHERS });
    expect(await target.upkeep!(signal)).toMatchObject({ lapsesAtSeconds: signedAtMs / 1_000 + Number(TRUST_SECONDS) });
  });

  it('names an answer of a version that no snapshot has brought, and refuses one that an emergency has ended', async () => {
    const { nodes, target, served } = await open();
    const [feed] = simulatedFeeds(1);
    const next = nodes.next([0]);
    const early = boughtBy(next, [feed], (await nowMs()) - 1_000);
    await expect(target.submit(early.basket, early.bought, signal)).rejects.toThrow(/does not have the registry version/);
    await chain.client.increaseTime({ seconds: 60 });
    await chain.client.mine({ blocks: 1 });
    served[0] = nodes.vouch({ next, signedAtMs: await nowMs(), signers: VOUCHERS, oldest: next.version });
    expect(await target.upkeep!(signal)).toMatchObject({ heldVersion: next.version });
    const late = boughtBy(nodes, [feed], (await nowMs()) - 1_000);
    expect(await target.submit(late.basket, late.bought, signal)).toEqual({ kind: 'refused', reason: 'VersionNotAccepted' });
  });

  it('takes no snapshot that too few nodes signed, and one gateway that serves it holds up no other', async () => {
    const { nodes, oracle, target, served } = await open();
    await chain.client.increaseTime({ seconds: 60 });
    await chain.client.mine({ blocks: 1 });
    const next = nodes.next([0]);
    served.push(nodes.vouch({ next, signedAtMs: (await nowMs()) + 1_000, signers: VOUCHERS.slice(1) }));
    await expect(target.upkeep!(signal)).rejects.toThrow(/no true snapshot \(too_few_signers\)/);
    served.push(nodes.vouch({ next, signedAtMs: await nowMs(), signers: VOUCHERS }));
    await target.upkeep!(signal);
    expect((await heldBy(oracle))[0]).toBe(next.version);
  });
});
