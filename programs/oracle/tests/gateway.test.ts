import { describe, expect, it } from 'vitest';

import { readGateway } from './accounts.js';
import { startingFrom } from './built-program.js';
import { namedKeypair } from './chain.js';
import {
  administrator,
  configAddress,
  gatewayAddress,
  gatewayAuthority,
  owner,
  rotator,
  programId,
  START,
  stranger,
  subscriptionAddress,
  WINDOW,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import * as instructions from './instructions.js';
import { worldInUse } from './world.js';

const newcomer = namedKeypair('newcomer');

describe('register_gateway', () => {
  startingFrom(worldInUse, (world) => {
    it('admits a gateway', () => {
      const { chain } = world();
      expectAccepted(chain.send(world().registerGateway(newcomer), administrator));
      const address = gatewayAddress(newcomer.publicKey);
      expect(chain.account(address)).toMatchObject({ owner: programId.toBase58(), lamports: chain.rentFor(200) });
      expect(readGateway(chain.data(address))).toMatchObject({
        discriminator: 'SVC_GWY1',
        id: newcomer.publicKey.toBytes(),
        authority: newcomer.publicKey.toBytes(),
        pendingAuthority: new Uint8Array(32),
        rotator: rotator.publicKey.toBytes(),
        rentTo: newcomer.publicKey.toBytes(),
        registeredAt: START,
        deactivatedAt: 0n,
        reactivatedAt: 0n,
      });
    });

    it("is the administrator's alone", () => {
      const input = { programId, authority: stranger.publicKey, config: configAddress };
      const gateway = gatewayAddress(stranger.publicKey);
      const keys = { gatewayAuthority: stranger.publicKey, rotator: rotator.publicKey, rentTo: stranger.publicKey };
      const byStranger = instructions.registerGateway({ ...input, gateway, ...keys });
      expectRefused(world().chain.send(byStranger, stranger), 'WrongAuthority');
      const unsigned = instructions.withAccount(world().registerGateway(newcomer), 0, { isSigner: false });
      expectRefused(world().chain.send(unsigned, stranger), 'MissingSignature');
    });

    it('admits a gateway once', () => {
      expectRefused(world().chain.send(world().registerGateway(gatewayAuthority), administrator), 'AlreadyExists');
    });

    it('refuses the address of another authority', () => {
      const wrong = instructions.withAccount(world().registerGateway(newcomer), 2, { pubkey: gatewayAddress(stranger.publicKey) });
      expectRefused(world().chain.send(wrong, administrator), 'WrongAddress');
    });
  });
});

describe('set_gateway_status', () => {
  startingFrom(worldInUse, (world) => {
    const gateway = () => readGateway(world().chain.data(gatewayAddress(gatewayAuthority.publicKey)));
    const set = (status: instructions.GatewayStatus) => world().chain.send(world().setGatewayStatus(status), administrator);
    const at = (seconds: bigint) => {
      world().chain.now = START + seconds;
    };

    it('records when a gateway was switched off and on', () => {
      at(100n);
      expectAccepted(set('inactive'));
      at(200n);
      expectAccepted(set('active'));
      expect(gateway()).toMatchObject({ deactivatedAt: START + 100n, reactivatedAt: START + 200n });
    });

    it('refuses the state that is there already', () => {
      expectRefused(set('active'), 'NothingToChange');
      expectAccepted(set('inactive'));
      expectRefused(set('inactive'), 'NothingToChange');
    });

    it('deactivates again one settle window after the reactivation', () => {
      expectAccepted(set('inactive'));
      at(10n);
      expectAccepted(set('active'));
      at(WINDOW + 9n);
      expectRefused(set('inactive'), 'TooSoon');
      at(WINDOW + 10n);
      expectAccepted(set('inactive'));
      expect(gateway()).toMatchObject({ deactivatedAt: START + WINDOW + 10n, reactivatedAt: START + 10n });
    });

    it('stops a gateway in an emergency however short ago it was reactivated, and reactivates it one settle window after that', () => {
      expectAccepted(set('inactive'));
      at(10n);
      expectAccepted(set('active'));
      expectRefused(set('inactive'), 'TooSoon');
      expectAccepted(set('stopped in an emergency'));
      expect(gateway()).toMatchObject({ deactivatedAt: START + 10n, reactivatedAt: START + 10n });
      expectRefused(set('stopped in an emergency'), 'NothingToChange');
      at(WINDOW + 9n);
      expectRefused(set('active'), 'TooSoon');
      at(WINDOW + 10n);
      expectAccepted(set('active'));
    });

    it('does not switch twice in one second', () => {
      expectAccepted(set('inactive'));
      expectRefused(set('active'), 'TooSoon');
      at(WINDOW);
      expectAccepted(set('active'));
      expectRefused(set('inactive'), 'TooSoon');
    });

    it("is the administrator's alone", () => {
      const change = world().setGatewayStatus('inactive');
      expectRefused(world().chain.send(instructions.withAccount(change, 0, { pubkey: stranger.publicKey }), stranger), 'WrongAuthority');
      expectRefused(world().chain.send(instructions.withAccount(change, 0, { isSigner: false }), stranger), 'MissingSignature');
    });

    it('refuses an account of another kind, a read-only gateway, an unknown flag', () => {
      const { chain } = world();
      const change = world().setGatewayStatus('inactive');
      const subscription = subscriptionAddress(owner.publicKey);
      expectRefused(chain.send(instructions.withAccount(change, 2, { pubkey: subscription }), administrator), 'WrongAccountKind');
      expectRefused(chain.send(instructions.withAccount(change, 2, { isWritable: false }), administrator), 'NotWritable');
      expectRefused(chain.send(instructions.withData(change, Uint8Array.of(8, 3)), administrator), 'InvalidInstruction');
    });
  });
});
