import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { startingFrom } from '../built-program.js';
import { concat, u64 } from '../bytes.js';
import { namedKeypair } from '../chain.js';
import {
  administrator,
  configAddress,
  gatewayAddress,
  gatewayAuthority,
  nodeAddress,
  programId,
  registryAddress,
  stranger,
  subscriptionAddress,
} from '../deployment.js';
import { expectAccepted, expectRefused } from '../expectations.js';
import { withAccount } from '../instructions.js';
import { deployedWorld, receiptAddress, receiptSeeds, worldInUse } from '../world.js';

/** Another address of the same seeds: valid, but not with the highest possible bump. */
function foreignAddress(seeds: readonly Uint8Array[]): PublicKey {
  const [, canonical] = PublicKey.findProgramAddressSync([...seeds], programId);
  for (let bump = canonical - 1; bump >= 0; bump--) {
    try {
      return PublicKey.createProgramAddressSync([...seeds, Uint8Array.of(bump)], programId);
    } catch {
      // This bump's address lies on the curve: not a program address.
    }
  }
  throw new Error('no other bump');
}

describe('lamports sent to an address in advance', () => {
  const RECEIPT_LENGTH = 80;

  startingFrom(worldInUse, (world) => {
    it.each<[string, (rent: bigint) => bigint]>([
      ['a single lamport', () => 1n],
      ['the rent of an empty account', () => world().chain.rentFor(0)],
      ['one lamport less than the rent', (rent) => rent - 1n],
      ['exactly the rent', (rent) => rent],
      ['more than the rent', (rent) => rent + 1_000_000n],
    ])('do not stop a settlement: %s', (_name, amountOf) => {
      const { chain } = world();
      const round = world().round();
      const rent = chain.rentFor(RECEIPT_LENGTH);
      const amount = amountOf(rent);
      chain.dust(receiptAddress(round), amount);
      expectAccepted(chain.send(world().settle(round), gatewayAuthority));
      const receipt = chain.account(receiptAddress(round))!;
      expect(receipt).toMatchObject({ owner: programId.toBase58(), lamports: amount > rent ? amount : rent });
      expect(receipt.data).toHaveLength(RECEIPT_LENGTH);
    });

    it('stop no other creation', () => {
      const { chain } = world();
      const newcomer = namedKeypair('newcomer');
      for (const address of [
        nodeAddress(5),
        registryAddress(2n),
        gatewayAddress(newcomer.publicKey),
        subscriptionAddress(stranger.publicKey),
      ]) {
        chain.dust(address, 1_000_000n);
      }
      expectAccepted(chain.send(world().registerNode(5), administrator));
      expectAccepted(chain.send(world().changeRegistry({ version: 1n, changes: [world().set(5)] }), administrator));
      expectAccepted(chain.send(world().registerGateway(newcomer), administrator));
      expectAccepted(chain.send(world().openSubscription({}, stranger.publicKey), stranger));
    });
  });

  startingFrom(deployedWorld, (world) => {
    it('do not stop initialise', () => {
      const { chain } = world();
      chain.dust(configAddress, 1_000_000n);
      expectAccepted(chain.send(world().initialise(), administrator));
    });
  });
});

describe('an address of the same seeds with another bump', () => {
  startingFrom(worldInUse, (world) => {
    it('gives no second receipt: a round cannot be charged twice', () => {
      const round = world().round();
      world().chain.must(world().settle(round), gatewayAuthority);
      const again = world().settle(round, { receipt: foreignAddress(receiptSeeds(round)) });
      expectRefused(world().chain.send(again, gatewayAuthority), 'WrongAddress');
    });

    it('gives no second subscription, gateway, node or registry', () => {
      const { chain } = world();
      const subscription = foreignAddress([concat('subscription'), stranger.publicKey.toBytes()]);
      expectRefused(chain.send(world().openSubscription({ subscription }, stranger.publicKey), stranger), 'WrongAddress');
      const gateway = foreignAddress([concat('gateway'), gatewayAuthority.publicKey.toBytes()]);
      const registration = withAccount(world().registerGateway(gatewayAuthority), 2, { pubkey: gateway });
      expectRefused(chain.send(registration, administrator), 'WrongAddress');
      const node = foreignAddress([concat('node'), Uint8Array.of(5)]);
      expectRefused(chain.send(world().registerNode(5, { node }), administrator), 'WrongAddress');
      const next = foreignAddress([concat('registry'), u64(2n)]);
      expectRefused(chain.send(world().changeRegistry({ version: 1n, next }), administrator), 'WrongAddress');
    });
  });

  startingFrom(deployedWorld, (world) => {
    it('gives no second Config', () => {
      const config = foreignAddress([concat('config')]);
      expectRefused(world().chain.send(world().initialise({ config }), administrator), 'WrongAddress');
    });
  });
});
