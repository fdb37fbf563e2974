import { NotSettledError, owner, VerificationError, type Round } from '@oracle-gateway/client';
import { payPerRequest } from '@oracle-gateway/client/x402';
import type { RoundAnswer } from '@oracle-gateway/gateway-api';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { clientWorld } from './client-world.js';
import { openLyingGateway, passOn, type Heard, type LyingGateway, type Said } from './lying-gateway.js';
import { freshSource, fundedAgent, keyOf, privateSource, testClient, watchedSigner } from './test-client.js';
import type { TestWorld } from './test-world.js';

type Record = RoundAnswer['data'];

/** A signature that no transaction has. */
const INVENTED_SIGNATURE = '5'.repeat(87);
const BRIEFLY = { timeoutMs: 600 };

let test: TestWorld;
let liar: LyingGateway;
/** Changes the gateway's answers about a round. */
let lie: ((record: Record) => Record) | undefined;
/** Whether it has events of rounds, which lie in the same way. */
let hasEvents = false;
beforeAll(async () => {
  test = clientWorld();
  liar = await openLyingGateway(test.world.manifest.gatewayUrl, async (heard, ask) => {
    if (heard.path.endsWith('/events')) return lyingEvents(heard);
    const truth = await ask();
    if (lie === undefined || !heard.path.startsWith('/v1/rounds/') || truth.status !== 200) return truth;
    const { status, data } = JSON.parse(truth.body) as RoundAnswer;
    return { ...truth, body: JSON.stringify({ status, data: lie(data) }) };
  });
});
afterAll(() => liar.close());

async function lyingEvents(heard: Heard): Promise<Said> {
  if (!hasEvents || lie === undefined) return { status: 503, body: '{"error":"said to be full","code":"at_capacity"}' };
  const record = await passOn(test.world.manifest.gatewayUrl, { ...heard, path: heard.path.replace(/\/events$/, '') });
  const { data } = JSON.parse(record.body) as RoundAnswer;
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: `id: 1\ndata: ${JSON.stringify(lie(data))}\n\n` };
}

async function roundOf(account: Parameters<typeof testClient>[1]): Promise<Round> {
  return testClient(test, { fetch: liar.fetch, ...account }).round(freshSource(test), { quorum: 3 });
}

/** A round that the ledger does not have: no worker settles it meanwhile. */
async function whileUnsettled(use: (round: Round) => Promise<void>): Promise<void> {
  const { worker } = test.world.manifest.pids;
  for (const pid of worker) process.kill(pid, 'SIGSTOP');
  try {
    await use(await roundOf({ account: owner({ signer: watchedSigner(keyOf(test, 'subscriptionOwner')) }) }));
  } finally {
    lie = undefined;
    for (const pid of worker) process.kill(pid, 'SIGCONT');
  }
}

/** Removes a receipt from what is said, and says this. */
function claim(settlement: Partial<Record>): (record: Record) => Record {
  return ({ settlement: _settlement, payment: _payment, ...record }) => ({ ...record, ...settlement });
}

describe.each([false, true])('a gateway that lies about a settlement, in events too: %s', (inEvents) => {
  beforeAll(() => {
    hasEvents = inEvents;
  });
  afterAll(() => {
    hasEvents = false;
  });

  const settled = { signature: INVENTED_SIGNATURE, slot: 7, final: true };

  it.each([
    ['settled, by an invented transaction', claim({ state: 'settled', settlement: settled })],
    ['settled, by a transaction that it does not name', claim({ state: 'settled', settlement: { ...settled, signature: null } })],
    ['paid, by an invented transaction', claim({ state: 'paid', payment: { signature: INVENTED_SIGNATURE, slot: 7 } })],
  ])('%s: it is not believed before the ledger has the receipt', async (_claim, said) => {
    await whileUnsettled(async (round) => {
      lie = said;
      await expect(round.settled(BRIEFLY)).rejects.toMatchObject({ reason: 'not_settled' });
    });
  });

  it('settled, by the receipt of another round: it is not believed', async () => {
    const other = await roundOf({ account: owner({ signer: watchedSigner(keyOf(test, 'subscriptionOwner')) }) });
    const settlement = await other.settled();
    if (settlement.kind !== 'settled') throw new Error('an owner’s round is settled');
    const { kind: _kind, ...true_ } = settlement;
    await whileUnsettled(async (round) => {
      lie = claim({ roundId: other.roundId, state: 'settled', settlement: true_ });
      await expect(round.settled(BRIEFLY)).rejects.toBeInstanceOf(VerificationError);
    });
  });

  it('failed: the error is the gateway’s word, and no value', async () => {
    await whileUnsettled(async (round) => {
      lie = claim({ state: 'failed', reason: 'said to have failed' });
      await expect(round.settled(BRIEFLY)).rejects.toBeInstanceOf(NotSettledError);
    });
  });

  it.each([
    ['an invented transaction', () => Promise.resolve(INVENTED_SIGNATURE)],
    ['the payment of another round', async () => (await paidRound()).signature],
    ['a transaction that is no payment', anotherTransaction],
  ])('paid, by %s: it is not believed', async (_what, signatureOf) => {
    const signature = await signatureOf();
    const { round } = await paidRound();
    lie = claim({ state: 'paid', payment: { signature, slot: 7 } });
    try {
      await expect(round.settled(BRIEFLY)).rejects.toMatchObject({ reason: 'not_settled' });
    } finally {
      lie = undefined;
    }
  });
});

describe('a settlement', () => {
  it.each(['owner', 'payer'] as const)('of an %s is told by events: one request, and the ledger', async (who) => {
    const asked: string[] = [];
    const fetchAndCount: typeof fetch = (input, init) => {
      const { url } = new Request(input);
      if (url.startsWith(test.world.manifest.gatewayUrl)) asked.push(new URL(url).pathname);
      return fetch(input, init);
    };
    const account =
      who === 'owner'
        ? owner({ signer: watchedSigner(keyOf(test, 'subscriptionOwner')) })
        : payPerRequest({ signer: await createKeyPairSignerFromBytes(await fundedAgent(test, 10_000n)), maxAmount: 10_000n });
    const round = await testClient(test, { account, fetch: fetchAndCount }).round(freshSource(test), { quorum: 3 });
    const before = asked.length;
    expect((await round.settled()).kind).toBe(who === 'owner' ? 'settled' : 'paid');
    expect(asked.slice(before)).toEqual([`/v1/rounds/${round.roundId}/events`]);
  });

  it('of a private source is told without a further signature', async () => {
    const signer = watchedSigner(keyOf(test, 'subscriptionOwner'));
    const secrets = { token: test.world.manifest.secrets.privateSource };
    const round = await testClient(test, { account: owner({ signer }) }).round(privateSource(test), { quorum: 3, secrets });
    const before = signer.signed.length;
    await round.settled();
    expect(signer.signed).toHaveLength(before);
  });

  it('has an unknown outcome where it does not come in time, while the stream stays open', async () => {
    await whileUnsettled(async (round) => {
      await expect(round.settled({ timeoutMs: 400 })).rejects.toMatchObject({ name: 'UnknownOutcomeError', roundId: round.roundId });
    });
  });
});

async function paidRound(): Promise<{ readonly round: Round; readonly signature: string }> {
  const signer = await createKeyPairSignerFromBytes(await fundedAgent(test, 10_000n));
  const round = await roundOf({ account: payPerRequest({ signer, maxAmount: 10_000n }) });
  const settlement = await round.settled();
  if (settlement.kind !== 'paid') throw new Error('a round that is paid per request is paid');
  return { round, signature: settlement.signature };
}

async function anotherTransaction(): Promise<string> {
  const round = await roundOf({ account: owner({ signer: watchedSigner(keyOf(test, 'subscriptionOwner')) }) });
  return (await round.settled()).signature ?? '';
}
