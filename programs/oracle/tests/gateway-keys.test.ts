import { PublicKey, type Keypair, type TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { readGateway, readReceipt } from './accounts.js';
import { startingFrom } from './built-program.js';
import { namedKeypair } from './chain.js';
import {
  administrator,
  gatewayAddress,
  gatewayAuthority,
  nodeAddress,
  otherGatewayAuthority,
  owner,
  rotator,
  START,
  stranger,
  WINDOW,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount } from './instructions.js';
import { receiptAddress, worldInUse, type World } from './world.js';

const NEXT = namedKeypair('next gateway authority');
const NOBODY = new PublicKey(new Uint8Array(32));

function withFundedKeys(program: Uint8Array): World {
  const world = worldInUse(program);
  for (const key of [rotator, NEXT]) world.chain.fund(key.publicKey);
  return world;
}

describe("the keys of a gateway's account", () => {
  startingFrom(withFundedKeys, (world) => {
    const send = (instruction: TransactionInstruction, by: Keypair) => world().chain.send(instruction, by);
    const gateway = () => readGateway(world().chain.data(gatewayAddress(gatewayAuthority.publicKey)));
    const propose = (by: Keypair, key = NEXT.publicKey) => send(world().proposeGatewayAuthority(key, by.publicKey), by);
    const accept = (by: Keypair) => send(world().acceptGatewayAuthority(by.publicKey), by);
    const settleBy = (by: Keypair) =>
      send(world().settle(world().round({ timestampSeconds: world().chain.now }), { gatewayAuthority: by.publicKey }), by);

    it('change in two steps, while the account, its id and its rounds stay', () => {
      const before = gateway();
      expectAccepted(propose(rotator));
      expect(gateway()).toEqual({ ...before, pendingAuthority: NEXT.publicKey.toBytes() });
      expectAccepted(settleBy(gatewayAuthority));
      expectAccepted(accept(NEXT));
      expect(gateway()).toEqual({ ...before, authority: NEXT.publicKey.toBytes() });
      world().chain.now += 1n;
      expectRefused(settleBy(gatewayAuthority), 'WrongAuthority');
      expectAccepted(settleBy(NEXT));
    });

    it('are proposed by the rotator or the administrator, and never by the authority', () => {
      for (const by of [gatewayAuthority, owner, stranger]) expectRefused(propose(by), 'WrongAuthority');
      expectAccepted(propose(administrator));
      expectAccepted(propose(rotator, stranger.publicKey));
      const unsigned = withAccount(world().proposeGatewayAuthority(NEXT.publicKey), 0, { isSigner: false });
      expectRefused(send(unsigned, stranger), 'MissingSignature');
    });

    it('are accepted by the proposed key alone, once, and not after the proposal is withdrawn', () => {
      expectRefused(accept(NEXT), 'WrongAuthority');
      expectAccepted(propose(rotator));
      for (const by of [stranger, rotator, gatewayAuthority]) expectRefused(accept(by), 'WrongAuthority');
      expectAccepted(propose(rotator, NOBODY));
      expectRefused(accept(NEXT), 'WrongAuthority');
      expectAccepted(propose(rotator));
      expectAccepted(accept(NEXT));
      expectRefused(accept(NEXT), 'WrongAuthority');
    });

    it('can be changed without a rotator by the administrator alone', () => {
      expectAccepted(send(world().updateGateway({ rotator: NOBODY }), rotator));
      expectRefused(propose(rotator), 'WrongAuthority');
      expectAccepted(propose(administrator));
    });

    it('never make the rotator the authority, nor the authority the rotator', () => {
      expectRefused(propose(rotator, rotator.publicKey), 'InvalidRotator');
      expectRefused(send(world().updateGateway({ rotator: gatewayAuthority.publicKey }), rotator), 'InvalidRotator');
      expectAccepted(propose(rotator));
      expectRefused(send(world().updateGateway({ rotator: NEXT.publicKey }), rotator), 'InvalidRotator');
      const own = world().registerGateway(stranger, { rotator: stranger.publicKey });
      expectRefused(send(own, administrator), 'InvalidRotator');
    });

    it('are updated by the rotator or the administrator, and the rent of closed rounds follows', () => {
      const round = world().round();
      world().chain.must(world().settle(round), gatewayAuthority);
      for (const by of [gatewayAuthority, stranger]) {
        expectRefused(send(world().updateGateway({ rentTo: stranger.publicKey }, by.publicKey), by), 'WrongAuthority');
      }
      expectAccepted(send(world().updateGateway({ rentTo: stranger.publicKey }, administrator.publicKey), administrator));
      world().chain.now += WINDOW + 61n;
      expectRefused(send(world().closeRound(round), owner), 'WrongAddress');
      const before = world().chain.account(stranger.publicKey)!.lamports;
      expectAccepted(send(world().closeRound(round, { recipient: stranger.publicKey }), owner));
      expect(world().chain.account(stranger.publicKey)!.lamports).toBe(before + world().chain.rentFor(80));
    });

    it('lose no rent where it was to go to 32 zero bytes: rounds stay open until another key is named', () => {
      const { chain } = world();
      const round = world().round();
      chain.must(world().settle(round), gatewayAuthority);
      expectAccepted(send(world().updateGateway({ rentTo: NOBODY }), rotator));
      chain.now += WINDOW + 61n;
      const before = chain.account(receiptAddress(round));
      for (const recipient of [NOBODY, gatewayAuthority.publicKey, rotator.publicKey])
        expect(send(world().closeRound(round, { recipient }), owner).ok).toBe(false);
      expect(chain.account(receiptAddress(round))).toEqual(before);
      expectAccepted(send(world().updateGateway({ rentTo: rotator.publicKey }), rotator));
      expectAccepted(send(world().closeRound(round, { recipient: rotator.publicKey }), stranger));
    });

    it('end a drill: a thief of the hot key and the operator race, and the operator wins', () => {
      const { chain } = world();
      const account = gatewayAddress(gatewayAuthority.publicKey);
      const round = (second: bigint) => world().round({ timestampSeconds: START + second });
      const bySigner = (by: Keypair, second: bigint) => world().settle(round(second), { gatewayAuthority: by.publicKey });
      // The thief settles what nodes signed, as the operator does: each round pays once, and the rent stays the operator's.
      expectAccepted(send(bySigner(gatewayAuthority, 0n), gatewayAuthority));
      expectRefused(send(bySigner(gatewayAuthority, 0n), gatewayAuthority), 'RoundAlreadySettled');
      const inFlight = bySigner(gatewayAuthority, 2n);
      const thiefsTries = () => {
        expectRefused(propose(gatewayAuthority, stranger.publicKey), 'WrongAuthority');
        expectRefused(propose(gatewayAuthority, NOBODY), 'WrongAuthority');
        for (const keys of [{ rotator: stranger.publicKey }, { rotator: NOBODY }, { rentTo: stranger.publicKey }])
          expectRefused(send(world().updateGateway(keys, gatewayAuthority.publicKey), gatewayAuthority), 'WrongAuthority');
        expectRefused(accept(gatewayAuthority), 'WrongAuthority');
      };
      thiefsTries();
      expectAccepted(propose(rotator));
      // The proposal is public now. The thief can neither withdraw nor replace nor accept it, only settle for a little longer.
      thiefsTries();
      expectAccepted(send(bySigner(gatewayAuthority, 1n), gatewayAuthority));
      expectAccepted(accept(NEXT));
      // The program refuses a transaction that the thief signed before and sends now, and all that it signs from now on.
      expectRefused(send(inFlight, gatewayAuthority), 'WrongAuthority');
      thiefsTries();
      chain.must(world().changeSubscriptionGateway(otherGatewayAuthority), owner);
      expectRefused(send(world().confirmSubscriptionGateway(gatewayAuthority), gatewayAuthority), 'WrongAuthority');
      // The operator signs the same round anew: its receipt, its account and its subscribers are those of before.
      expectAccepted(send(bySigner(NEXT, 2n), NEXT));
      expect(gateway()).toMatchObject({ id: gatewayAuthority.publicKey.toBytes(), authority: NEXT.publicKey.toBytes() });
      expect(readReceipt(chain.data(receiptAddress(round(2n)))).gateway).toEqual(account.toBytes());
      expectAccepted(send(world().confirmSubscriptionGateway(NEXT), NEXT));
    });

    it('end a race of two proposals: the last one counts', () => {
      expectAccepted(propose(rotator, stranger.publicKey));
      expectAccepted(propose(rotator));
      expectRefused(accept(stranger), 'WrongAuthority');
      expectAccepted(accept(NEXT));
    });

    it('pay no rent to the key of the processes where the gateway names another one', () => {
      const round = world().round();
      world().chain.must(world().settle(round), gatewayAuthority);
      expectAccepted(send(world().updateGateway({ rentTo: rotator.publicKey }), rotator));
      world().chain.now += WINDOW + 61n;
      expectRefused(send(world().closeRound(round), gatewayAuthority), 'WrongAddress');
      expectAccepted(send(world().closeRound(round, { recipient: rotator.publicKey }), stranger));
    });

    it('are those of a Gateway account, which is writable', () => {
      const instruction = world().proposeGatewayAuthority(NEXT.publicKey);
      expectRefused(send(withAccount(instruction, 2, { pubkey: nodeAddress(0) }), rotator), 'WrongAccountKind');
      expectRefused(send(withAccount(instruction, 2, { isWritable: false }), rotator), 'NotWritable');
    });
  });
});
