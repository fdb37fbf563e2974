import type { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { startingFrom } from './built-program.js';
import {
  administrator,
  BALANCE,
  configAddress,
  DAY,
  gatewayAddress,
  gatewayAuthority,
  GRACE,
  MAX_SIGNATURES,
  mint,
  nodeAddress,
  otherGatewayAuthority,
  owner,
  programId,
  registryAddress,
  SETTINGS,
  START,
  stranger,
  subscriptionAddress,
  tokensOf,
  treasuryAddress,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount } from './instructions.js';
import { createOtherMint } from './set-up.js';
import { approve, createAssociatedTokenAccount, associatedTokenAddress, tokenAmount } from './token.js';
import { type World, worldInUse } from './world.js';

const PRICE_PER_ROUND = SETTINGS.subscriptionRoundBase + BigInt(MAX_SIGNATURES) * SETTINGS.subscriptionRoundPerSig;
const TEN_YEARS = 3_650n * DAY;
const NOBODY = new Uint8Array(32);
const INSUFFICIENT_FUNDS = 'custom program error 1';

describe('open_subscription', () => {
  startingFrom(worldInUse, (world) => {
    const balance = (account: PublicKey) => tokenAmount(world().chain.data(account));
    const open = (changes: Parameters<World['openSubscription']>[0] = {}) => world().openSubscription(changes, stranger.publicKey);
    const send = (changes: Parameters<World['openSubscription']>[0] = {}) => world().chain.send(open(changes), stranger);

    it('records what was bought and moves its price to the treasury', () => {
      const { chain } = world();
      const treasury = balance(treasuryAddress);
      expectAccepted(send({ rounds: 25n }));
      expect(chain.account(subscriptionAddress(stranger.publicKey))).toMatchObject({
        owner: programId.toBase58(),
        lamports: chain.rentFor(168),
      });
      expect(world().subscription(stranger.publicKey)).toMatchObject({
        discriminator: 'SVC_SUB1',
        maxSignatures: MAX_SIGNATURES,
        owner: stranger.publicKey.toBytes(),
        gateway: gatewayAddress(gatewayAuthority.publicKey).toBytes(),
        pendingGateway: NOBODY,
        gatewayFrom: START - GRACE,
        roundsLeft: 25n,
        expiresAt: START + 30n * DAY,
        pausedAt: 0n,
        resumedAt: 0n,
        openedAt: START,
        changeProposedAt: 0n,
      });
      expect(balance(treasuryAddress)).toBe(treasury + 25n * PRICE_PER_ROUND);
      expect(balance(tokensOf(stranger.publicKey))).toBe(BALANCE - 25n * PRICE_PER_ROUND);
    });

    it('costs nothing for no rounds', () => {
      expectAccepted(send({ rounds: 0n }));
      expect(balance(tokensOf(stranger.publicKey))).toBe(BALANCE);
    });

    it('is opened once', () => {
      expectAccepted(send());
      expectRefused(send(), 'AlreadyExists');
    });

    it("needs the owner's signature", () => {
      const unsigned = withAccount(open(), 0, { isSigner: false });
      expectRefused(world().chain.send(unsigned, administrator), 'MissingSignature');
    });

    it('takes from the smallest quorum of the current registry to 64 signatures', () => {
      expectRefused(send({ maxSignatures: 0 }), 'InvalidMaxSignatures');
      expectRefused(send({ maxSignatures: SETTINGS.minSigners - 1 }), 'InvalidMaxSignatures');
      expectRefused(send({ maxSignatures: 65 }), 'InvalidMaxSignatures');
      expectAccepted(world().chain.send(open({ maxSignatures: SETTINGS.minSigners }), stranger));
      const { chain } = world();
      chain.fund(administrator.publicKey);
      chain.must(createAssociatedTokenAccount(administrator.publicKey, administrator.publicKey, mint), administrator);
      const largest = world().openSubscription({ maxSignatures: 64, rounds: 0n }, administrator.publicKey);
      expectAccepted(chain.send(largest, administrator));
    });

    it('sells no quorum below the one that the next registry version will ask for', () => {
      world().chain.must(world().updateConfig({ minSigners: MAX_SIGNATURES + 1 }), administrator);
      expectRefused(send(), 'InvalidMaxSignatures');
      expectAccepted(send({ maxSignatures: MAX_SIGNATURES + 1 }));
    });

    it('refuses another registry version than the current one', () => {
      world().chain.must(world().changeRegistry({ version: 1n }), administrator);
      expectRefused(send({ registry: registryAddress(1n) }), 'WrongAddress');
      expectRefused(send({ registry: nodeAddress(0) }), 'WrongAccountKind');
      expectAccepted(send());
    });

    it('takes no more than the owner agreed to pay', () => {
      const price = 25n * PRICE_PER_ROUND;
      expectRefused(send({ rounds: 25n, maxAmount: price - 1n }), 'PriceAboveMaximum');
      world().chain.must(world().updateConfig({ subscriptionRoundPerSig: SETTINGS.subscriptionRoundPerSig + 1n }), administrator);
      expectRefused(send({ rounds: 25n, maxAmount: price }), 'PriceAboveMaximum');
      world().chain.must(world().updateConfig({}), administrator);
      expectAccepted(send({ rounds: 25n, maxAmount: price }));
    });

    it('expires in the future, at most ten years ahead', () => {
      expectRefused(send({ expiresAt: START }), 'InvalidExpiry');
      expectRefused(send({ expiresAt: START + TEN_YEARS + 1n }), 'InvalidExpiry');
      expectRefused(send({ expiresAt: -1n }), 'InvalidExpiry');
      expectAccepted(send({ expiresAt: START + TEN_YEARS }));
    });

    it('refuses a price beyond 64 bits', () => {
      expectRefused(send({ rounds: 2n ** 64n - 1n }), 'Overflow');
    });

    it('refuses more than the owner can pay, and leaves nothing behind', () => {
      expectRefused(send({ rounds: BALANCE / PRICE_PER_ROUND + 1n }), INSUFFICIENT_FUNDS);
      expect(world().chain.account(subscriptionAddress(stranger.publicKey))).toBeUndefined();
    });

    it('names a gateway that is active', () => {
      world().chain.must(world().setGatewayStatus('inactive'), administrator);
      expectRefused(send(), 'GatewayInactive');
      expectAccepted(send({ gateway: gatewayAddress(otherGatewayAuthority.publicKey) }));
    });

    it('refuses an account of another kind as gateway', () => {
      expectRefused(send({ gateway: nodeAddress(0) }), 'WrongAccountKind');
      expectRefused(send({ gateway: gatewayAuthority.publicKey }), 'WrongOwner');
    });

    it("refuses the address of another owner's subscription", () => {
      expectRefused(send({ subscription: subscriptionAddress(administrator.publicKey) }), 'WrongAddress');
    });

    describe("is paid into the treasury, from the owner's own account, in the mint of Config", () => {
      it('and refuses another treasury', () => {
        expectRefused(send({ treasury: tokensOf(owner.publicKey) }), 'WrongAddress');
        expectRefused(send({ rounds: 0n, treasury: tokensOf(stranger.publicKey) }), 'WrongAddress');
      });

      it('and refuses to take from another owner', () => {
        expectRefused(send({ from: tokensOf(owner.publicKey) }), 'WrongTokenAccount');
        expectRefused(send({ from: treasuryAddress }), 'WrongTokenAccount');
      });

      it('and refuses to take from a key that only made the owner a delegate', () => {
        const { chain } = world();
        chain.must(approve(tokensOf(owner.publicKey), stranger.publicKey, owner.publicKey, BALANCE), owner);
        expectRefused(send({ from: tokensOf(owner.publicKey) }), 'WrongTokenAccount');
      });

      it('and refuses another mint', () => {
        const { chain } = world();
        const otherMint = createOtherMint(world().chain);
        const funded = associatedTokenAddress(stranger.publicKey, otherMint);
        const otherTreasury = associatedTokenAddress(configAddress, otherMint);
        chain.must(createAssociatedTokenAccount(stranger.publicKey, configAddress, otherMint), stranger);
        expectRefused(send({ from: funded }), 'WrongMint');
        expectRefused(send({ from: funded, treasury: otherTreasury }), 'WrongAddress');
      });

      it('and refuses accounts that are no token accounts', () => {
        expectRefused(send({ from: stranger.publicKey }), 'WrongTokenAccount');
        expectRefused(send({ from: mint }), 'WrongTokenAccount');
      });

      it('and refuses read-only token accounts', () => {
        expectRefused(world().chain.send(withAccount(open(), 5, { isWritable: false }), stranger), 'NotWritable');
        expectRefused(world().chain.send(withAccount(open(), 6, { isWritable: false }), stranger), 'NotWritable');
      });

      it("and refuses another program in the token program's or the system program's place", () => {
        expectRefused(world().chain.send(withAccount(open(), 7, { pubkey: programId }), stranger), 'WrongProgram');
        expectRefused(world().chain.send(withAccount(open(), 8, { pubkey: programId }), stranger), 'WrongProgram');
      });
    });
  });
});
