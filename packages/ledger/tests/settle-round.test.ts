import { keccak_256 } from '@noble/hashes/sha3.js';
import {
  canonicalApiConfig,
  deriveDeploymentId,
  deriveFeedId,
  roundAddress,
  toUnixMs,
  unixSeconds,
  type SourceId,
  toForm,
} from '@oracle-gateway/protocol';
import {
  delegateIsRevoked,
  delegateRoundsLeft,
  gatewayAddress,
  gatewayIsActive,
  signerSetAddress,
  subscriptionIsPaused,
} from '@oracle-gateway/protocol/accounts';
import { slopesOf, verifyAttestation } from '@oracle-gateway/schnorr';
import { beforeAll, describe, expect, it } from 'vitest';

import { BroadcastRefusedError, instructions, MAX_SHOWN_SOURCE_BYTES, MAX_TRANSACTION_BYTES, settleComputeUnits } from '../src/index.js';
import { API_CONFIG, createWorld, keypair, NETWORK, settle, START_SECONDS, type World } from './world.js';

const NODES = 13;
const now = Number(START_SECONDS);

/** The real program, the builders, the sender and the reader together. */
describe('the program through this package', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(NODES);
  });

  const receiptOf = (quorum: number, seconds: number) => {
    const { programId, feedOwner, sourceId } = world.settlement(quorum, seconds);
    return roundAddress({ programId, feedOwner, sourceId, signaturesRequired: quorum, timestampSeconds: unixSeconds(seconds) });
  };
  const refusalOf = async (sending: Promise<unknown>) => {
    const error = await sending.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(BroadcastRefusedError);
    return (error as BroadcastRefusedError).refusal;
  };

  it('reads back what was written: config, registry, nodes, gateway, subscription', async () => {
    const config = await world.reader.config();
    expect(config).toMatchObject({ minSigners: 2, registryVersion: 1n, settleWindowSeconds: 21_600n });
    expect(config.prices.subscriptionRoundPerSig).toBe(50n);
    const registry = await world.reader.currentRegistry();
    expect(registry).toMatchObject({ version: 1n, redundancyBuffer: 1, active: NODES });
    const nodes = await world.reader.nodes();
    expect(nodes.map((node) => node.endpoint)).toEqual(Array.from({ length: NODES }, (_, index) => `http://node-${index}.test`));
    expect(nodes.map((node) => node.publicKey)).toEqual(registry.keys);
    const gateway = await world.reader.gateway(gatewayAddress(world.programId, world.gateway.address));
    expect(gatewayIsActive(gateway.value!)).toBe(true);
    const { value: subscription } = await world.reader.subscription(world.owner.address);
    expect(subscription).toMatchObject({ maxSignatures: 13, roundsLeft: 1_000n });
    expect(subscriptionIsPaused(subscription!)).toBe(false);
    expect(await world.reader.clockSeconds()).toBe(now);
    expect(await world.reader.registry(2n)).toBeNull();
    expect((await world.reader.subscription(world.gateway.address)).value).toBeNull();
  });

  it('settles a signed round: one receipt that holds its message, one round less', async () => {
    const before = (await world.reader.subscription(world.owner.address, { fresh: true })).value!.roundsLeft;
    const signature = await settle(world, 3, now);
    expect(await world.senderOf(world.gateway).statuses([signature])).toMatchObject([{ kind: 'succeeded' }]);
    const receipt = await world.reader.receipt(receiptOf(3, now));
    expect(receipt.ownerMatches).toBe(true);
    expect(receipt.value).toMatchObject({ timestamp: START_SECONDS });
    const { deploymentId } = await world.reader.config();
    const registry = await world.reader.currentRegistry();
    const round = world.settlement(3, now);
    const feedId = deriveFeedId({ owner: round.feedOwner, sourceId: round.sourceId, signaturesRequired: 3 });
    const attestation = { ...round, feedId, timestampMs: toUnixMs(unixSeconds(now)) };
    const verdict = verifyAttestation({ deploymentId, registry, attestation });
    expect(verdict).toMatchObject({ ok: true, signers: [0, 1, 2], message: receipt.value!.message });
    expect((await world.reader.subscription(world.owner.address, { fresh: true })).value!.roundsLeft).toBe(before - 1n);
  });

  it('settles a list of three for three rounds', async () => {
    const before = (await world.reader.subscription(world.owner.address, { fresh: true })).value!.roundsLeft;
    const list = world.settlement(2, now - 50, undefined, { form: toForm(0x83) });
    await world.send(world.gateway, instructions.settleRound(list));
    expect((await world.reader.subscription(world.owner.address, { fresh: true })).value!.roundsLeft).toBe(before - 3n);
  });

  it('names the refusal of a second settlement of the same round', async () => {
    await settle(world, 2, now - 1);
    expect(await refusalOf(settle(world, 2, now - 1))).toMatchObject({ kind: 'program', name: 'RoundAlreadySettled' });
  });

  it('names the refusal of a forged value', async () => {
    const sender = world.senderOf(world.gateway);
    const forged = { ...world.settlement(2, now - 2), value: new Uint8Array(32).fill(2) };
    const transaction = await sender.build([instructions.settleRound(forged)], { computeUnitLimit: settleComputeUnits(2, 255) });
    expect(await refusalOf(sender.broadcast(transaction))).toMatchObject({ kind: 'program', name: 'InvalidAttestation' });
    expect(await sender.simulate(transaction)).toMatchObject({ ok: false, refusal: { name: 'InvalidAttestation' } });
    expect(await sender.statuses([transaction.signature])).toEqual([{ kind: 'unseen' }]);
  });

  it('reports a receipt address that another program filled as not ours', async () => {
    const address = receiptOf(2, now - 3);
    world.rpc.svm.airdrop(address, 5_000_000n);
    expect(await world.reader.receipt(address)).toMatchObject({ value: null, ownerMatches: false });
    await settle(world, 2, now - 3);
    expect(await world.reader.receipt(address)).toMatchObject({ ownerMatches: true });
  });

  it.each(Array.from({ length: NODES - 1 }, (_, index) => index + 2))(
    'settles %d signers within the compute units it asks for',
    async (quorum) => {
      await settle(world, quorum, now - 100 - quorum);
      expect((await world.reader.receipt(receiptOf(quorum, now - 100 - quorum))).ownerMatches).toBe(true);
    },
  );
});

describe('key forms and closing through this package', () => {
  it('settles by slopes and by a signer set within the units asked for, and closes what is over', async () => {
    const world = await createWorld(NODES);
    const { programId, gateway, owner, authority } = world;
    const { keys } = await world.reader.currentRegistry();
    const { signersBitmap, keyForm, ...round } = world.settlement(NODES, now);
    const receiptOf = (seconds: number) => roundAddress({ ...round, timestampSeconds: unixSeconds(seconds) });

    await settle(world, NODES, now, { form: 'slopes', slopes: slopesOf(keys.filter((key) => key !== null))! });
    const set = { programId, registryVersion: 1n, signersBitmap };
    const signerSet = signerSetAddress(programId, set);
    const { aggregateKey } = keyForm;
    await world.send(owner, instructions.createSignerSet({ ...set, payer: owner.address, registryCount: NODES, aggregateKey }));
    await settle(world, NODES, now - 1, { form: 'signer-set', signerSet });
    const receipts = [now, now - 1].map(receiptOf);
    for (const receipt of receipts) expect((await world.reader.receipt(receipt)).ownerMatches).toBe(true);

    const removal = { programId, authority: authority.address, currentVersion: 1n, redundancyBuffer: 1, emergency: true };
    const { gateway: gatewayAccount } = round;
    await world.send(authority, instructions.changeRegistry({ ...removal, changes: [{ op: 'remove', index: 1 }] }));
    world.rpc.setClock(START_SECONDS + 21_600n + 61n);
    const closings = receipts.map((receipt) =>
      instructions.closeRound({ programId, gateway: gatewayAccount, round: receipt, rentTo: gateway.address }),
    );
    await world.send(owner, ...closings, instructions.closeSignerSet({ ...set, recipient: owner.address }));
    for (const receipt of receipts) expect(await world.reader.receipt(receipt)).toMatchObject({ value: null });
    const closing = instructions.closeRegistry({ programId, registryVersion: 1n, authority: authority.address });
    expect(await world.send(owner, closing).catch((cause: unknown) => cause)).toMatchObject({ refusal: { name: 'StillInUse' } });
    world.rpc.setClock(START_SECONDS + 30n * 86_400n + 61n);
    await world.send(owner, closing);
    const refusal = world.send(owner, closing).catch((cause: unknown) => cause);
    expect(await refusal).toMatchObject({ refusal: { kind: 'program', name: 'WrongOwner' } });
  });
});

describe('a delegate through this package', () => {
  it('is added, bounded, served, revoked and closed', async () => {
    const world = await createWorld(3);
    const { programId, owner, reader } = world;
    const authority = keypair('delegate').address;
    const named = { programId, owner: owner.address, authority };
    const read = async () => (await reader.delegate({ subscriptionOwner: owner.address, authority }, { fresh: true })).value;
    expect(await read()).toBeNull();

    const bounds = { ...named, rounds: 5n, maxSignatures: 2, expiresAtSeconds: START_SECONDS + 1_000_000n };
    await world.send(owner, instructions.addDelegate(bounds));
    expect(await read()).toMatchObject({ authority, rounds: 5n, maxSignatures: 2, addedAt: START_SECONDS });
    await world.send(owner, instructions.boundDelegate({ ...bounds, rounds: 3n }));
    expect(await read()).toMatchObject({ rounds: 3n, earlierRounds: 5n, loweredAt: START_SECONDS });

    await world.send(world.gateway, instructions.settleRound(world.settlement(2, now, authority)));
    expect(delegateRoundsLeft((await read())!)).toBe(2n);
    expect((await reader.subscription(owner.address, { fresh: true })).value!.roundsLeft).toBe(999n);

    await world.send(owner, instructions.revokeDelegate(named));
    expect(delegateIsRevoked((await read())!)).toBe(true);
    world.rpc.setClock(START_SECONDS + 21_600n + 601n);
    await world.send(owner, instructions.closeDelegate(named));
    expect(await read()).toBeNull();
  });
});

describe('a feed through this package', () => {
  it('is written by any key, once for each stamp, and has its mode once its source was shown', async () => {
    const world = await createWorld(3);
    const round = world.settlement(2, now);
    const named = { programId: world.programId, payer: world.authority.address, feedOwner: world.owner.address, signaturesRequired: 2 };
    const feedId = deriveFeedId({ owner: world.owner.address, sourceId: round.sourceId, signaturesRequired: 2 });
    const feed = async () => (await world.reader.feed(feedId)).value;
    expect(await feed()).toBeNull();
    const observedAtMs = BigInt(round.observedAtMs);
    const submission = { ...round, ...named, timestampMs: 1000n * START_SECONDS, observedAtMs };
    // A cluster's clock may lag: what it calls ahead is refused before it is sent, and taken when the clock has come.
    world.rpc.setClock(START_SECONDS - 3n);
    const early = world.send(world.authority, instructions.submit(submission));
    await expect(early).rejects.toMatchObject({ name: 'BroadcastRefusedError', refusal: { kind: 'program', name: 'AttestationAhead' } });
    world.rpc.setClock(START_SECONDS - 1n);
    await world.send(world.authority, instructions.submit(submission));
    const written = {
      feedId,
      owner: world.owner.address,
      sourceId: round.sourceId,
      value: round.value,
      signaturesRequired: 2,
      form: 1,
      timestampMs: 1000n * START_SECONDS,
      observedAtMs,
      registryVersion: 1n,
    };
    expect(await feed()).toMatchObject({ ...written, mode: null, decimals: null });
    const text = new TextEncoder().encode(canonicalApiConfig(API_CONFIG));
    await world.send(world.gateway, instructions.showSource({ ...named, payer: world.gateway.address, text }));
    expect(await feed()).toMatchObject({ ...written, mode: 'exact', decimals: 18 });
    // The same stamp again: nothing is verified, so that a wrong proof is taken too.
    await world.send(world.authority, instructions.submit({ ...submission, value: new Uint8Array(32).fill(9) }));
    expect(await feed()).toMatchObject(written);
  });

  it('is shown by a text of full length, and by none that is longer', async () => {
    const world = await createWorld(3);
    const named = { programId: world.programId, payer: world.authority.address, feedOwner: world.owner.address, signaturesRequired: 2 };
    const textOf = (length: number) => {
      const config = (query: string) => canonicalApiConfig({ url: `https://api.example.com/?${query}`, method: 'GET' });
      return new TextEncoder().encode(config('x'.repeat(length - config('').length)));
    };
    const build = (length: number) =>
      world.senderOf(world.authority).build([instructions.showSource({ ...named, text: textOf(length) })], {
        computeUnitLimit: 200_000,
        computeUnitPriceMicroLamports: 1n,
      });
    const transaction = await build(MAX_SHOWN_SOURCE_BYTES);
    expect(transaction.wire).toHaveLength(MAX_TRANSACTION_BYTES);
    await world.senderOf(world.authority).broadcast(transaction);
    const sourceId = keccak_256(textOf(MAX_SHOWN_SOURCE_BYTES)) as Uint8Array as SourceId;
    const feedId = deriveFeedId({ owner: world.owner.address, sourceId, signaturesRequired: 2 });
    expect((await world.reader.feed(feedId)).value).toMatchObject({ mode: 'exact', decimals: 18, observedAtMs: 0n });
    await expect(build(MAX_SHOWN_SOURCE_BYTES + 1)).rejects.toMatchObject({ name: 'TransactionTooLargeError' });
  });
});

describe('administration through this package', () => {
  it('changes settings, registry, gateway status, subscription and authority', async () => {
    const world = await createWorld(3);
    const { programId, authority, owner, gateway, mint } = world;
    const gatewayPda = gatewayAddress(programId, gateway.address);
    const ownerOnly = { programId, owner: owner.address };

    await world.send(owner, instructions.pauseSubscription(ownerOnly));
    expect(subscriptionIsPaused((await world.reader.subscription(owner.address, { fresh: true })).value!)).toBe(true);
    world.rpc.setClock(START_SECONDS + 1n);
    await world.send(owner, instructions.resumeSubscription(ownerOnly));
    expect(subscriptionIsPaused((await world.reader.subscription(owner.address, { fresh: true })).value!)).toBe(false);
    const payment = { ...ownerOnly, mint, registryVersion: 1n, maxAmountAtomic: 1_000_000n };
    await world.send(owner, instructions.renewSubscription({ ...payment, rounds: 5n, expiresAtSeconds: START_SECONDS + 2_000_000n }));
    await world.send(owner, instructions.upgradeSubscription({ ...payment, maxSignatures: 14 }));
    const bought = (await world.reader.subscription(owner.address, { fresh: true })).value!;
    expect(bought).toMatchObject({ roundsLeft: 1_005n, maxSignatures: 14, pendingGateway: null });

    const next = keypair('next gateway');
    const nextPda = gatewayAddress(programId, next.address);
    const registration = { programId, authority: authority.address, gatewayAuthority: next.address };
    await world.send(authority, instructions.registerGateway(registration));
    await world.send(owner, instructions.changeSubscriptionGateway({ ...ownerOnly, newGateway: nextPda }));
    expect((await world.reader.subscription(owner.address, { fresh: true })).value).toMatchObject({ pendingGateway: nextPda });
    const change = { programId, subscriptionOwner: owner.address, oldGateway: gatewayPda };
    await world.send(gateway, instructions.confirmSubscriptionGateway({ ...change, signer: gateway.address, newGateway: nextPda }));
    const moved = (await world.reader.subscription(owner.address, { fresh: true })).value!;
    expect(moved).toMatchObject({ gateway: nextPda, gatewayFrom: START_SECONDS + 602n, pendingGateway: null, changeProposedAt: 0n });

    const inactive = { programId, authority: authority.address, gateway: gatewayPda, status: 'inactive' } as const;
    await world.send(authority, instructions.setGatewayStatus(inactive));
    expect(gatewayIsActive((await world.reader.gateway(gatewayPda)).value!)).toBe(false);

    const removal = { programId, authority: authority.address, currentVersion: 1n, redundancyBuffer: 1, emergency: false };
    await world.send(authority, instructions.changeRegistry({ ...removal, changes: [{ op: 'remove', index: 1 }] }));
    const registry = await world.reader.currentRegistry({ refresh: true });
    expect(registry).toMatchObject({ version: 2n, active: 2 });
    expect(registry.keys[1]).toBeNull();
    expect((await world.reader.nodes()).map((node) => node.index)).toEqual([0, 2]);

    await world.send(authority, instructions.proposeAuthority({ programId, authority: authority.address, newAuthority: gateway.address }));
    await world.send(gateway, instructions.acceptAuthority({ programId, pendingAuthority: gateway.address }));
    const { deploymentId } = await world.reader.config();
    expect(deploymentId).toEqual(deriveDeploymentId({ programId, network: NETWORK }));
  });
});
