import { deployLedger, type DeployedLedger, secretKeyOf, setUp, signerOf } from '@oracle-gateway/admin/testing';
import { createSubscriber, keypairWallet, type NothingToSign, type Offer, type SubscriberActions } from '@oracle-gateway/client/subscriber';
import { formatAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress, gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const DAY_SECONDS = 86_400n;
/** Settle window, delay of a withdrawal with its grace, and a minute against the wall clock that the ledger's follows. */
const DELAY_SECONDS = 21_600 + 600 + 60;
/** 100 + 3 × 50 atomic units a round. */
const TERMS = { maxSignatures: 3, rounds: 100n };
const EACH = 250n;

let deployed: DeployedLedger;
beforeEach(async () => {
  deployed = await deployLedger();
  await setUp(deployed);
});
afterEach(() => deployed.close());

function subscriberOf(name: string, gateway = 'gateway'): SubscriberActions {
  const { rpcUrl, programId, network } = deployed;
  return createSubscriber({
    ledger: { rpcUrl, programId: formatAddress(programId), network },
    gateway: formatAddress(gatewayAddress(programId, signerOf(gateway).address)),
    address: formatAddress(signerOf(name).address),
  });
}
function until(days: bigint): bigint {
  return BigInt(Math.floor(Date.now() / 1_000)) + days * DAY_SECONDS;
}
async function accepted(name: string, offered: Promise<Offer | NothingToSign>): Promise<Offer> {
  const offer = await offered;
  if (offer.kind !== 'offer') throw new Error(offer.statement);
  const landing = await subscriberOf(name).accept(offer, { signer: keypairWallet(secretKeyOf(name)) });
  expect(landing).toMatchObject({ kind: 'landed' });
  return offer;
}
function tokensOf(owner: string): bigint {
  const account = deployed.ledger.account(associatedTokenAddress(signerOf(owner).address, deployed.mint));
  return account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(64);
}

describe('a subscription by its owner', () => {
  it('costs what its offer says, and is what its offer says', async () => {
    const [before, expiresAtSeconds] = [tokensOf('owner'), until(30n)];
    const offer = await accepted('owner', subscriberOf('owner').offerSubscription({ ...TERMS, expiresAtSeconds }));
    expect(offer).toMatchObject({ priceAtomic: EACH * 100n, untilSeconds: expiresAtSeconds, creates: ['Subscription'] });
    expect(offer.rentLamports).toBeGreaterThan(0n);
    expect(before - tokensOf('owner')).toBe(offer.priceAtomic);
    const { subscription, priceOfRound } = await subscriberOf('owner').state();
    expect(subscription).toMatchObject({ roundsLeft: 100n, maxSignatures: 3, expiresAt: expiresAtSeconds });
    expect(priceOfRound(3)).toBe(EACH);
  });

  it('takes fee and rent of the offer from the lamports of its owner', async () => {
    const { lamports: before } = await subscriberOf('owner').state();
    const offer = await accepted('owner', subscriberOf('owner').offerSubscription({ ...TERMS, expiresAtSeconds: until(30n) }));
    const { lamports: after } = await subscriberOf('owner').state();
    expect(before - after).toBe(offer.rentLamports + offer.feeLamports);
  });

  it('is renewed by rounds and by time, and says so where nothing is left to do', async () => {
    const expiresAtSeconds = until(30n);
    await accepted('owner', subscriberOf('owner').offerSubscription({ ...TERMS, expiresAtSeconds }));
    const later = expiresAtSeconds + DAY_SECONDS;
    const offer = await accepted('owner', subscriberOf('owner').offerRenewal({ rounds: 10n, expiresAtSeconds: later }));
    expect(offer).toMatchObject({ priceAtomic: EACH * 10n, rentLamports: 0n });
    expect((await subscriberOf('owner').state()).subscription).toMatchObject({ roundsLeft: 110n, expiresAt: later });
    expect(await subscriberOf('owner').offerRenewal({ rounds: 0n, expiresAtSeconds })).toMatchObject({ kind: 'nothing to sign' });
  });

  it('is not offered twice, without tokens, at another gateway, or before there is one to renew', async () => {
    const terms = { ...TERMS, expiresAtSeconds: until(30n) };
    await expect(subscriberOf('owner').offerRenewal({ rounds: 1n })).rejects.toThrow(/^key: .* has no subscription; open one first/);
    await expect(subscriberOf('stranger').offerSubscription(terms)).rejects.toThrow(/^key: .* holds \$0\.00 .* needs \$0\.025/);
    await expect(subscriberOf('owner', 'stranger').offerSubscription(terms)).rejects.toThrow(/^gateway: .* is no gateway of this program/);
    await accepted('owner', subscriberOf('owner').offerSubscription(terms));
    await expect(subscriberOf('owner').offerSubscription(terms)).rejects.toThrow(/^key: has a subscription at gateway .*; renew it/);
  });

  it('is refused by the program where its time is over, and nothing is paid', async () => {
    const before = tokensOf('owner');
    const offer = await subscriberOf('owner').offerSubscription({ ...TERMS, expiresAtSeconds: 1n });
    const landing = await subscriberOf('owner').accept(offer, { signer: keypairWallet(secretKeyOf('owner')) });
    expect(landing.kind).toBe('refused');
    expect(tokensOf('owner')).toBe(before);
  });

  it('of another network is not offered', async () => {
    const { rpcUrl, programId } = deployed;
    const [owner, gateway] = [signerOf('owner'), signerOf('gateway')].map(({ address }) => formatAddress(address));
    const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
    const foreign = createSubscriber({
      ledger: { rpcUrl, programId: formatAddress(programId), network },
      gateway: gateway!,
      address: owner!,
    });
    await expect(foreign.offerRenewal({ rounds: 1n })).rejects.toMatchObject({ reason: 'other_deployment' });
  });
});

describe('a delegate', () => {
  const delegate = formatAddress(signerOf('helper').address);

  it('is added, listed, bounded, revoked once and for good', async () => {
    const owner = subscriberOf('owner');
    const expiresAtSeconds = until(30n);
    const bounds = { delegate, rounds: 7n, maxSignatures: 3, expiresAtSeconds };
    await expect(owner.offerDelegate(bounds)).rejects.toThrow(/^key: .* has no subscription/);
    await accepted('owner', owner.offerSubscription({ ...TERMS, expiresAtSeconds }));
    const added = await accepted('owner', owner.offerDelegate(bounds));
    expect(added).toMatchObject({ priceAtomic: 0n, creates: ['Delegate'] });
    expect(await owner.offerDelegate(bounds)).toMatchObject({ kind: 'nothing to sign' });
    await accepted('owner', owner.offerDelegate({ ...bounds, rounds: 9n }));
    expect((await owner.delegates()).map(({ authority, rounds, revokedAt }) => [formatAddress(authority), rounds, revokedAt])).toEqual([
      [delegate, 9n, 0n],
    ]);
    await accepted('owner', owner.offerRevocation({ delegate }));
    expect(await owner.offerRevocation({ delegate })).toMatchObject({ kind: 'nothing to sign' });
    await expect(owner.offerDelegate(bounds)).rejects.toThrow(/^delegate: .* is revoked for good/);
    await expect(owner.offerRevocation({ delegate: formatAddress(signerOf('stranger').address) })).rejects.toThrow(/is no delegate/);
  });

  it('of another subscription is not listed', async () => {
    await accepted('owner', subscriberOf('owner').offerSubscription({ ...TERMS, expiresAtSeconds: until(30n) }));
    await accepted('owner', subscriberOf('owner').offerDelegate({ delegate, rounds: 1n, maxSignatures: 1, expiresAtSeconds: until(1n) }));
    expect(await subscriberOf('stranger').delegates()).toEqual([]);
  });
});

describe('the escrow of a key', () => {
  it('is funded with what the offer says, and creates its token account once', async () => {
    const before = tokensOf('owner');
    const first = await accepted('owner', subscriberOf('owner').offerFunding({ amountAtomic: 5_000n }));
    expect(first.creates).toEqual(['token account of the escrow']);
    const second = await accepted('owner', subscriberOf('owner').offerFunding({ amountAtomic: 2_000n }));
    expect(second.creates).toEqual([]);
    expect((await subscriberOf('owner').state()).escrow).toEqual({ heldAtomic: 7_000n, paused: false, withdrawableFromSeconds: null });
    expect(before - tokensOf('owner')).toBe(7_000n);
  });

  it('is emptied in two steps, with the delay of the program between them', async () => {
    const owner = subscriberOf('owner');
    const before = tokensOf('owner');
    expect(await owner.offerWithdrawal()).toMatchObject({ statement: 'your escrow with the gateway holds nothing' });
    await accepted('owner', owner.offerFunding({ amountAtomic: 5_000n }));
    const request = await accepted('owner', owner.offerWithdrawal());
    expect(request.effects[0]).toContain('requests a withdrawal');
    const waiting = await owner.offerWithdrawal();
    expect(waiting).toMatchObject({ kind: 'nothing to sign', statement: expect.stringMatching(/possible from .* UTC on/) as unknown });
    deployed.ledger.advanceClock(DELAY_SECONDS);
    const withdrawal = await accepted('owner', owner.offerWithdrawal());
    expect(withdrawal.effects[0]).toContain('moves $0.005 out of your escrow');
    expect(tokensOf('owner')).toBe(before);
  });
});

it('an offer is signed by the key that it is for', async () => {
  const offer = await subscriberOf('owner').offerSubscription({ ...TERMS, expiresAtSeconds: until(30n) });
  const other = keypairWallet(secretKeyOf('stranger'));
  await expect(subscriberOf('owner').accept(offer, { signer: other })).rejects.toThrow('must be the key that the offer is for');
  await expect(subscriberOf('stranger').accept(offer, { signer: other })).rejects.toThrow('must be the key that the offer is for');
});
