import {
  agent,
  ClientUsageError,
  delegate,
  GatewayError,
  owner,
  session,
  SpendingLimitError,
  verifyFromLedger,
  VerificationError,
  type Account,
  type Round,
} from '@oracle-gateway/client';
import { payPerRequest } from '@oracle-gateway/client/x402';
import { operations } from '@oracle-gateway/gateway-api';
import { formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { beforeAll, describe, expect, it } from 'vitest';

import { addressOf, newKeypair } from '../../src/base/keypair.js';
import { createAgentWallet } from '../../src/demo/agent-wallet.js';
import { clientWorld } from './client-world.js';
import { openLyingGateway } from './lying-gateway.js';
import {
  freshSource,
  freshToleranceSource,
  fundedAgent,
  keyOf,
  privateSource,
  PRIVATE_VALUE,
  testClient,
  TRUE_VALUE,
  watchedSigner,
} from './test-client.js';
import { treasuryOf } from './test-payer.js';
import { settlementsAt, type TestWorld } from './test-world.js';

const QUORUM = 3;
const LIMIT_ATOMIC = 1_000_000n;

let test: TestWorld;
let funded: Uint8Array;
beforeAll(async () => {
  test = clientWorld();
  funded = await fundedAgent(test, LIMIT_ATOMIC);
});

const ACCOUNTS = ['owner', 'delegate', 'session', "a delegate's session", 'agent', 'payPerRequest'] as const;

async function accountOf(name: (typeof ACCOUNTS)[number], maxAmount = LIMIT_ATOMIC): Promise<Account> {
  const subscriptionOwner = addressText('subscriptionOwner');
  switch (name) {
    case 'owner':
      return owner({ signer: watchedSigner(keyOf(test, 'subscriptionOwner')) });
    case 'delegate':
      return delegate({ signer: watchedSigner(keyOf(test, 'delegate')), subscriptionOwner });
    case 'session':
      return session({ signer: watchedSigner(keyOf(test, 'subscriptionOwner')) });
    case "a delegate's session":
      return session({ signer: watchedSigner(keyOf(test, 'delegate')), subscriptionOwner });
    case 'agent':
      return agent({ signer: watchedSigner(funded), maxAmount });
    case 'payPerRequest':
      return payPerRequest({
        signer: await createKeyPairSignerFromBytes(keyOf(test, 'x402Payer')),
        maxAmount,
        rpcUrl: test.world.manifest.rpcUrl,
      });
  }
}

function addressText(name: 'subscriptionOwner' | 'delegate'): string {
  return formatAddress(addressOf(keyOf(test, name)));
}

function ledgerOf({ world }: TestWorld) {
  const { rpcUrl, programId, network } = world.manifest;
  return { rpcUrl, programId, network };
}

/** Checks the ledger's part of a settled round: its receipt, or the transaction of its payment. */
function expectOnLedger(round: Round, settlement: Awaited<ReturnType<Round['settled']>>): void {
  const { ledger } = test.world;
  switch (settlement.kind) {
    case 'settled':
      expect(settlementsAt(test, parseAddress(round.roundId))).toBe(1);
      expect(ledger.transactions.find(settlement.signature ?? '')?.execution.err).toBeNull();
      return;
    case 'paid':
      expect(ledger.transactions.find(settlement.signature)?.execution.err).toBeNull();
      return;
  }
}

describe.each(ACCOUNTS)('the client of %s', (name) => {
  it('gets a verified value, which anyone verifies from the ledger alone, and sees its round settled there', async () => {
    const account = await accountOf(name);
    const source = freshSource(test);
    const round = await testClient(test, { account }).round(source, { quorum: QUORUM });
    expect(round).toMatchObject({ value: TRUE_VALUE, quorum: QUORUM, mode: 'exact', registryVersion: 1 });
    expect(round.signers).toHaveLength(QUORUM);
    const stored: unknown = JSON.parse(JSON.stringify(round.answer));
    const expected = { source, quorum: QUORUM, owner: account.feedOwner };
    expect(round).toMatchObject(await verifyFromLedger({ answer: stored, expected, ledger: ledgerOf(test) }));
    expectOnLedger(round, await round.settled());
  });

  it('gets the value of a private source with secrets that only nodes can read', async () => {
    const secrets = { token: test.world.manifest.secrets.privateSource };
    const heard = await openLyingGateway(test.world.manifest.gatewayUrl, (_heard, ask) => ask());
    try {
      const client = testClient(test, { account: await accountOf(name), fetch: heard.fetch });
      const round = await client.round(privateSource(test), { quorum: QUORUM, secrets });
      expect(round.value).toBe(PRIVATE_VALUE);
      expect((await round.settled()).kind).toBe(name === 'payPerRequest' ? 'paid' : 'settled');
      expect(JSON.stringify(heard.heard)).toContain('encKeyBundle');
      expect(JSON.stringify(heard.heard)).not.toContain(secrets.token);
    } finally {
      await heard.close();
    }
  });

  it('gets the median of a source in tolerance mode', async () => {
    const client = testClient(test, { account: await accountOf(name) });
    const round = await client.round(freshToleranceSource(test), { quorum: QUORUM });
    expect(round).toMatchObject({ value: TRUE_VALUE, mode: 'tolerance' });
  });
});

describe('a client', () => {
  it('watches a source until its signal aborts, each value verified', async () => {
    const client = testClient(test, { account: await accountOf('owner') });
    const ending = new AbortController();
    const times: number[] = [];
    for await (const round of client.watch(freshSource(test), { everyMs: 20, quorum: QUORUM, signal: ending.signal })) {
      expect(round.value).toBe(TRUE_VALUE);
      if (times.push(round.timestampMs) === 3) ending.abort();
    }
    expect(new Set(times).size).toBe(3);
  });

  it('verifies a stored answer, and refuses it for another source, owner or quorum', async () => {
    const account = await accountOf('owner');
    const client = testClient(test, { account });
    const source = freshSource(test);
    const { answer, value } = await client.round(source, { quorum: QUORUM });
    const stranger = testClient(test);
    const expected = { source, quorum: QUORUM, owner: account.feedOwner };
    expect((await stranger.verify(answer, expected)).value).toBe(value);
    for (const changed of [{ source: freshSource(test) }, { quorum: 2 }, { owner: addressText('delegate') }]) {
      await expect(stranger.verify(answer, { ...expected, ...changed })).rejects.toBeInstanceOf(VerificationError);
    }
  });

  it('without an account asks for no round', async () => {
    await expect(testClient(test).round(freshSource(test))).rejects.toBeInstanceOf(ClientUsageError);
  });

  it('of an owner without a subscription hears why, and that nothing was used up', async () => {
    const client = testClient(test, { account: owner({ signer: watchedSigner(newKeypair()) }) });
    const error: unknown = await client.round(freshSource(test), { quorum: QUORUM }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ code: 'subscription_missing', status: 403, authorization: 'unused' });
  });

  it('is one of eight of one owner that ask for one feed in one second: all eight are served', async () => {
    const source = freshSource(test);
    const rounds = await Promise.all(
      Array.from({ length: 8 }, async () => testClient(test, { account: await accountOf('owner') }).round(source, { quorum: QUORUM })),
    );
    expect(rounds.map(({ value }) => value)).toEqual(Array<string>(8).fill(TRUE_VALUE));
    expect(new Set(rounds.map(({ roundId }) => roundId)).size).toBe(8);
    expect(new Set(rounds.map(({ timestampMs }) => timestampMs)).size).toBe(8);
  });
});

describe('a spending limit below the price', () => {
  it('of an agent ends the round before anything is signed or paid in', async () => {
    const signer = watchedSigner(funded);
    const account = agent({ signer, maxAmount: 1n, fund: () => Promise.reject(new Error('nothing is to be paid in')) });
    await expect(testClient(test, { account }).round(freshSource(test), { quorum: QUORUM })).rejects.toBeInstanceOf(SpendingLimitError);
    expect(signer.signed).toEqual([]);
  });

  it('of one who pays per request ends the round before a payment is sent', async () => {
    const treasury = treasuryOf(test);
    const heard = await openLyingGateway(test.world.manifest.gatewayUrl, (_heard, ask) => ask());
    try {
      const client = testClient(test, { account: await accountOf('payPerRequest', 1n), fetch: heard.fetch });
      await expect(client.round(freshSource(test), { quorum: QUORUM })).rejects.toBeInstanceOf(SpendingLimitError);
      expect(heard.heard.filter(({ headers }) => headers['payment-signature'] !== undefined)).toEqual([]);
    } finally {
      await heard.close();
    }
    expect(treasuryOf(test)).toBe(treasury);
  });
});

describe('an agent whose escrow is empty', () => {
  it('pays in what is missing, and no more, and is served', async () => {
    const { rpcUrl, wsUrl } = test.world.manifest;
    const wallet = createAgentWallet({ rpcUrl, wsUrl, key: keyOf(test, 'x402Payer') });
    const paidIn: bigint[] = [];
    const account = agent({
      signer: watchedSigner(newKeypair()),
      maxAmount: LIMIT_ATOMIC,
      async fund({ amount, payTo, asset, escrow }) {
        paidIn.push(amount);
        await wallet.pay({ payTo, asset, agent: escrow, amountAtomic: amount });
      },
    });
    const client = testClient(test, { account });
    const round = await client.round(freshSource(test), { quorum: QUORUM });
    expect(round.value).toBe(TRUE_VALUE);
    const { agentRoundBase, agentRoundPerSig } = test.world.manifest.prices;
    expect(paidIn).toEqual([BigInt(agentRoundBase) + BigInt(QUORUM) * BigInt(agentRoundPerSig)]);
    expectOnLedger(round, await round.settled());
  });
});

describe('a session', () => {
  it('signs in once for many rounds, again when its time is over, and again after it was signed out', async () => {
    const signer = watchedSigner(keyOf(test, 'subscriptionOwner'));
    const account = session({ signer });
    let aheadMs = 0;
    const client = testClient(test, { account, clock: () => Date.now() + aheadMs });
    const ask = async (): Promise<number> => {
      expect((await client.round(freshSource(test), { quorum: QUORUM })).value).toBe(TRUE_VALUE);
      return signer.signed.length;
    };
    expect([await ask(), await ask()]).toEqual([1, 1]);
    // This time is within its margin of the end, and no clock of the world has reached it.
    aheadMs = 3_580_000;
    expect(await ask().catch(() => signer.signed.length)).toBe(2);
    aheadMs = 0;
    await account.signOut();
    expect(await ask()).toBe(3);
    await account.signOut();
  });

  it('is opened again where the gateway has ended it', async () => {
    const signer = watchedSigner(keyOf(test, 'subscriptionOwner'));
    const tokens: string[] = [];
    const client = testClient(test, { account: session({ signer, onOpened: ({ token }) => void tokens.push(token) }) });
    await client.round(freshSource(test), { quorum: QUORUM });
    const ended = await test.client.call(operations.deleteSession, { headers: { Authorization: `Bearer ${tokens[0]}` } });
    expect(ended.status).toBe(200);
    expect((await client.round(freshSource(test), { quorum: QUORUM })).value).toBe(TRUE_VALUE);
    expect([signer.signed.length, tokens.length]).toEqual([2, 2]);
    await client.signOut();
  });
});
