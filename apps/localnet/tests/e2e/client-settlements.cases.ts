import { NotSettledError, owner, VerificationError, type Round } from '@oracle-gateway/client';
import { payPerRequest } from '@oracle-gateway/client/x402';
import type { RoundAnswer } from '@oracle-gateway/gateway-api';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { clientWorld } from './client-world.js';
import { openLyingGateway, type LyingGateway } from './lying-gateway.js';
import { freshSource, fundedAgent, keyOf, testClient, watchedSigner } from './test-client.js';
import type { TestWorld } from './test-world.js';

type Record = RoundAnswer['data'];

/** A signature that no transaction has. */
const INVENTED_SIGNATURE = '5'.repeat(87);
const BRIEFLY = { timeoutMs: 600 };

let test: TestWorld;
let liar: LyingGateway;
/** What the gateway says of a round in place of the truth. */
let lie: ((record: Record) => Record) | undefined;
beforeAll(async () => {
  test = clientWorld();
  liar = await openLyingGateway(test.world.manifest.gatewayUrl, async ({ path }, ask) => {
    const truth = await ask();
    if (lie === undefined || !path.startsWith('/v1/rounds/') || truth.status !== 200) return truth;
    const { status, data } = JSON.parse(truth.body) as RoundAnswer;
    return { ...truth, body: JSON.stringify({ status, data: lie(data) }) };
  });
});
afterAll(() => liar.close());

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

describe('a gateway that lies about a settlement', () => {
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
