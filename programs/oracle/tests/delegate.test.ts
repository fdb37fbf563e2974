import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { startingFrom } from './built-program.js';
import { namedKeypair } from './chain.js';
import {
  configAddress,
  DAY,
  delegate,
  delegateAddress,
  GRACE,
  nodeAddress,
  owner,
  programId,
  START,
  stranger,
  subscriptionAddress,
  WINDOW,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, withData } from './instructions.js';
import { DELEGATE_MAX_SIGNATURES, DELEGATE_ROUNDS, worldInUse, worldWithDelegate, type World } from './world.js';

const ACCOUNTS = { owner: 0, config: 1, subscription: 2, delegate: 3, system: 4 };
/** Fee of a transaction with one signature, in lamports. */
const FEE = 5_000n;
const TEN_YEARS = 3_650n * DAY;
const EXPIRY = START + 20n * DAY;

/** Rules that every instruction about a delegate has in common. */
function itIsTheOwnersAlone(world: () => World, build: () => TransactionInstruction): void {
  it("is the subscription owner's alone", () => {
    const { chain } = world();
    const byStranger = withAccount(build(), ACCOUNTS.owner, { pubkey: stranger.publicKey });
    expectRefused(chain.send(byStranger, stranger), 'WrongAuthority');
    const byDelegate = withAccount(build(), ACCOUNTS.owner, { pubkey: delegate.publicKey });
    chain.fund(delegate.publicKey);
    expectRefused(chain.send(byDelegate, delegate), 'WrongAuthority');
    expectRefused(chain.send(withAccount(build(), ACCOUNTS.owner, { isSigner: false }), stranger), 'MissingSignature');
  });
}

function itChecksItsAccounts(world: () => World, build: () => TransactionInstruction): void {
  it('refuses accounts of another kind, owner or address, copies of them, and one too few or too many', () => {
    const { chain } = world();
    const sendWith = (position: number, changes: Parameters<typeof withAccount>[2]) =>
      chain.send(withAccount(build(), position, changes), owner);
    const copy = namedKeypair('copy').publicKey;
    chain.setAccount(copy, { owner: programId, data: chain.data(configAddress) });
    expectRefused(sendWith(ACCOUNTS.config, { pubkey: copy }), 'WrongAddress');
    expectRefused(sendWith(ACCOUNTS.config, { pubkey: owner.publicKey }), 'WrongOwner');
    expectRefused(sendWith(ACCOUNTS.config, { pubkey: nodeAddress(0) }), 'WrongAccountKind');
    expectRefused(sendWith(ACCOUNTS.delegate, { isWritable: false }), 'NotWritable');
    const fewer = build();
    fewer.keys.pop();
    expectRefused(chain.send(fewer, owner), 'WrongAccountCount');
    const more = build();
    more.keys.push({ pubkey: stranger.publicKey, isSigner: false, isWritable: false });
    expectRefused(chain.send(more, owner), 'WrongAccountCount');
    expectRefused(chain.send(withData(build(), Uint8Array.of(...build().data, 0)), owner), 'InvalidInstruction');
  });
}

function itTakesADelegateOfThisSubscription(world: () => World, build: () => TransactionInstruction): void {
  it("refuses a delegate of another owner's subscription, and an account that is no delegate", () => {
    const { chain } = world();
    chain.must(world().openSubscription({}, stranger.publicKey), stranger);
    const others = delegateAddress(delegate.publicKey, stranger.publicKey);
    const addition = world().addDelegate({
      owner: stranger.publicKey,
      subscription: subscriptionAddress(stranger.publicKey),
      delegate: others,
    });
    chain.must(addition, stranger);
    expectRefused(chain.send(withAccount(build(), ACCOUNTS.delegate, { pubkey: others }), owner), 'WrongDelegate');
    const ofStranger = withAccount(build(), ACCOUNTS.subscription, { pubkey: subscriptionAddress(stranger.publicKey) });
    expectRefused(chain.send(withAccount(ofStranger, ACCOUNTS.owner, { pubkey: stranger.publicKey }), stranger), 'WrongDelegate');
    const subscription = subscriptionAddress(owner.publicKey);
    expectRefused(chain.send(withAccount(build(), ACCOUNTS.delegate, { pubkey: subscription }), owner), 'WrongAccountKind');
    expectRefused(chain.send(withAccount(build(), ACCOUNTS.delegate, { pubkey: stranger.publicKey }), owner), 'WrongOwner');
    const copy = namedKeypair('copy').publicKey;
    chain.setAccount(copy, { owner: programId, data: chain.data(delegateAddress(delegate.publicKey)) });
    expectRefused(chain.send(withAccount(build(), ACCOUNTS.delegate, { pubkey: copy }), owner), 'WrongAddress');
  });
}

describe('add_delegate', () => {
  startingFrom(worldInUse, (world) => {
    const add = (...args: Parameters<World['addDelegate']>) => world().chain.send(world().addDelegate(...args), owner);

    it('creates the account with its bounds', () => {
      const { chain } = world();
      expectAccepted(add({ rounds: 7n, maxSignatures: 4, expiresAt: START + DAY }));
      const address = delegateAddress(delegate.publicKey);
      expect(chain.account(address)).toMatchObject({ owner: programId.toBase58(), lamports: chain.rentFor(136) });
      expect(world().delegate()).toMatchObject({
        discriminator: 'SVC_DLG1',
        maxSignatures: 4,
        earlierMaxSignatures: 0,
        subscription: subscriptionAddress(owner.publicKey).toBytes(),
        authority: delegate.publicKey.toBytes(),
        rounds: 7n,
        earlierRounds: 0n,
        roundsSettled: 0n,
        loweredAt: 0n,
        expiresAt: START + DAY,
        revokedAt: 0n,
        addedAt: START,
      });
    });

    it('adds several delegates, each once', () => {
      expectAccepted(add());
      expectAccepted(add({}, stranger.publicKey));
      expectRefused(add(), 'AlreadyExists');
    });

    it("takes neither the owner's own key nor the one of feeds without an owner", () => {
      expectRefused(add({}, owner.publicKey), 'InvalidDelegate');
      expectRefused(add({}, new PublicKey(new Uint8Array(32))), 'InvalidDelegate');
    });

    it('keeps max_signatures and expires_at in their ranges', () => {
      expectRefused(add({ maxSignatures: 0 }), 'InvalidMaxSignatures');
      expectRefused(add({ maxSignatures: 65 }), 'InvalidMaxSignatures');
      expectRefused(add({ expiresAt: START }), 'InvalidExpiry');
      expectRefused(add({ expiresAt: START + TEN_YEARS + 1n }), 'InvalidExpiry');
      expectAccepted(add({ maxSignatures: 64, expiresAt: START + TEN_YEARS, rounds: 2n ** 64n - 1n }));
    });

    it('is created at the address of its seeds only, whatever lamports lie there', () => {
      const address = delegateAddress(delegate.publicKey);
      expectRefused(add({ delegate: delegateAddress(stranger.publicKey) }), 'WrongAddress');
      expectRefused(add({ authority: stranger.publicKey }), 'WrongAddress');
      world().chain.dust(address, 1n);
      expectAccepted(add());
      expect(world().chain.account(address)!.lamports).toBe(world().chain.rentFor(136));
    });

    it('refuses another program in the place of the system program', () => {
      const instruction = withAccount(world().addDelegate(), ACCOUNTS.system, { pubkey: programId });
      expectRefused(world().chain.send(instruction, owner), 'WrongProgram');
    });

    it('refuses a subscription of another kind or owner, and copies of it', () => {
      const { chain } = world();
      const sendOf = (pubkey: PublicKey) => chain.send(withAccount(world().addDelegate(), ACCOUNTS.subscription, { pubkey }), owner);
      expectRefused(sendOf(nodeAddress(0)), 'WrongAccountKind');
      expectRefused(sendOf(stranger.publicKey), 'WrongOwner');
      const copy = namedKeypair('copy').publicKey;
      chain.setAccount(copy, { owner: programId, data: chain.data(subscriptionAddress(owner.publicKey)) });
      expectRefused(sendOf(copy), 'WrongAddress');
    });

    itIsTheOwnersAlone(world, () => world().addDelegate());
    itChecksItsAccounts(world, () => world().addDelegate());
  });
});

describe('bound_delegate', () => {
  startingFrom(worldWithDelegate, (world) => {
    const bound = (...args: Parameters<World['boundDelegate']>) => world().chain.send(world().boundDelegate(...args), owner);

    it('raises bounds at any time and remembers nothing', () => {
      expectAccepted(bound({ rounds: 9n, maxSignatures: 4, expiresAt: EXPIRY + DAY }));
      expectAccepted(bound({ rounds: 10n, maxSignatures: 5, expiresAt: EXPIRY + 2n * DAY }));
      expect(world().delegate()).toMatchObject({ rounds: 10n, maxSignatures: 5, expiresAt: EXPIRY + 2n * DAY, loweredAt: 0n });
    });

    it('remembers what it lowers', () => {
      expectAccepted(bound({ rounds: 1n, maxSignatures: 2, expiresAt: START + 1n }));
      expect(world().delegate()).toMatchObject({
        rounds: 1n,
        earlierRounds: DELEGATE_ROUNDS,
        maxSignatures: 2,
        earlierMaxSignatures: DELEGATE_MAX_SIGNATURES,
        loweredAt: START,
        expiresAt: START + 1n,
      });
    });

    it('lowers again once no round from before the first time can be settled', () => {
      expectAccepted(bound({ rounds: 4n }));
      world().chain.now = START + GRACE + WINDOW;
      expectRefused(bound({ rounds: 3n }), 'TooSoon');
      expectRefused(bound({ rounds: 4n, maxSignatures: 2 }), 'TooSoon');
      expectAccepted(bound({ rounds: 4n, expiresAt: EXPIRY - DAY }));
      world().chain.now += 1n;
      expectAccepted(bound({ rounds: 3n }));
      expect(world().delegate()).toMatchObject({ rounds: 3n, earlierRounds: 4n, loweredAt: world().chain.now });
    });

    it('keeps max_signatures and expires_at in their ranges', () => {
      expectRefused(bound({ maxSignatures: 0 }), 'InvalidMaxSignatures');
      expectRefused(bound({ maxSignatures: 65 }), 'InvalidMaxSignatures');
      expectRefused(bound({ expiresAt: START }), 'InvalidExpiry');
      expectRefused(bound({ expiresAt: START + TEN_YEARS + 1n }), 'InvalidExpiry');
    });

    it('gives a delegate that has expired a new expiry, and one that is revoked nothing', () => {
      world().chain.now = EXPIRY + DAY;
      expectAccepted(bound({ expiresAt: EXPIRY + 2n * DAY }));
      world().chain.must(world().revokeDelegate(), owner);
      expectRefused(bound({ expiresAt: EXPIRY + 3n * DAY }), 'DelegateRevoked');
    });

    itIsTheOwnersAlone(world, () => world().boundDelegate());
    itChecksItsAccounts(world, () => world().boundDelegate());
    itTakesADelegateOfThisSubscription(world, () => world().boundDelegate());
  });
});

describe('revoke_delegate', () => {
  startingFrom(worldWithDelegate, (world) => {
    const revoke = () => world().chain.send(world().revokeDelegate(), owner);

    it('notes the time and deletes nothing', () => {
      const before = world().delegate();
      expectAccepted(revoke());
      expect(world().delegate()).toEqual({ ...before, revokedAt: START });
    });

    it('is done once', () => {
      expectAccepted(revoke());
      world().chain.now += 1n;
      expectRefused(revoke(), 'NothingToChange');
      expect(world().delegate().revokedAt).toBe(START);
    });

    itIsTheOwnersAlone(world, () => world().revokeDelegate());
    itChecksItsAccounts(world, () => world().revokeDelegate());
    itTakesADelegateOfThisSubscription(world, () => world().revokeDelegate());
  });
});

describe('close_delegate', () => {
  startingFrom(worldWithDelegate, (world) => {
    const close = () => world().chain.send(world().closeDelegate(), owner);
    const revokedAndOver = () => {
      world().chain.must(world().revokeDelegate(), owner);
      world().chain.now = START + GRACE + WINDOW + 1n;
    };

    it('gives all lamports to the owner', () => {
      const { chain } = world();
      revokedAndOver();
      const address = delegateAddress(delegate.publicKey);
      chain.dust(address, 5n);
      const before = chain.account(owner.publicKey)!.lamports;
      const held = chain.account(address)!.lamports;
      expectAccepted(close());
      expect(chain.account(address)).toBeUndefined();
      expect(chain.account(owner.publicKey)!.lamports - before).toBe(held - FEE);
    });

    it('waits until none of its rounds can be settled: after a revocation', () => {
      revokedAndOver();
      world().chain.now -= 1n;
      expectRefused(close(), 'TooSoon');
      world().chain.now += 1n;
      expectAccepted(close());
    });

    it('waits until none of its rounds can be settled: after its expiry', () => {
      world().chain.now = EXPIRY + GRACE + WINDOW;
      expectRefused(close(), 'TooSoon');
      world().chain.now += 1n;
      expectAccepted(close());
    });

    it('closes no delegate that is live', () => {
      world().chain.now = START + DAY;
      expectRefused(close(), 'TooSoon');
    });

    it('refuses an owner who is passed read-only', () => {
      revokedAndOver();
      // The payer of the fee is writable whatever the instruction says, so another pays it.
      const instruction = withAccount(world().closeDelegate(), ACCOUNTS.owner, { isWritable: false });
      expectRefused(world().chain.send(instruction, stranger, owner), 'NotWritable');
    });

    itIsTheOwnersAlone(world, () => world().closeDelegate());
    itChecksItsAccounts(world, () => world().closeDelegate());
    itTakesADelegateOfThisSubscription(world, () => world().closeDelegate());
  });
});
