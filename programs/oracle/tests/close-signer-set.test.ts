import { describe, expect, it } from 'vitest';

import { startingFrom } from './built-program.js';
import { administrator, gatewayAuthority, nodeAddress, owner, registryAddress, signerSetAddress, stranger, WINDOW } from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount } from './instructions.js';
import { wholeBitmapOf, type World, worldInUse } from './world.js';

const ACCOUNTS = { registry: 0, signerSet: 1, recipient: 2 };
const SET = { registryVersion: 1n, signers: [0, 1, 3] };
const ADDRESS = signerSetAddress(1n, wholeBitmapOf(SET.signers));
/** A version's time after its successor was made: the grace, rounds dated ahead, the margin of closing. */
const UNTIL_CLOSABLE = WINDOW + 600n + 60n;

function withSignerSet(program: Uint8Array): World {
  const world = worldInUse(program);
  world.chain.must(world.createSignerSet(SET), stranger);
  return world;
}

/** As above, its registry version replaced. */
function withReplacedVersion(program: Uint8Array): World {
  const world = withSignerSet(program);
  world.chain.must(world.changeRegistry({ version: 1n }), administrator);
  return world;
}

describe('close_signer_set', () => {
  startingFrom(withReplacedVersion, (world) => {
    const close = (recipient = stranger.publicKey) => world().chain.send(world().closeSignerSet(SET, recipient), owner);

    it('gives all lamports back to the payer, for any sender, once the version is over', () => {
      const { chain } = world();
      chain.dust(ADDRESS, 5n);
      chain.now += UNTIL_CLOSABLE + 1n;
      const before = chain.account(stranger.publicKey)!.lamports;
      expectAccepted(close());
      expect(chain.account(ADDRESS)).toBeUndefined();
      expect(chain.account(stranger.publicKey)!.lamports).toBe(before + chain.rentFor(152) + 5n);
    });

    it('waits as long as rounds of the version settle, and the margin', () => {
      const { chain } = world();
      expectRefused(close(), 'StillInUse');
      chain.now += UNTIL_CLOSABLE;
      expectRefused(close(), 'StillInUse');
      chain.now += 1n;
      expectAccepted(close());
    });

    it('needs no registry account any more once that is closed', () => {
      const { chain } = world();
      chain.now += UNTIL_CLOSABLE + 1n;
      chain.now += 30n * 86_400n;
      chain.must(world().closeRegistry(1n), owner);
      expectAccepted(close());
    });

    it('pays no other account, and checks no other registry version', () => {
      const { chain } = world();
      chain.now += UNTIL_CLOSABLE + 1n;
      for (const other of [owner, administrator, gatewayAuthority]) expectRefused(close(other.publicKey), 'WrongAddress');
      const instruction = world().closeSignerSet(SET);
      const sendWith = (position: number, changes: Parameters<typeof withAccount>[2]) =>
        chain.send(withAccount(instruction, position, changes), owner);
      for (const pubkey of [registryAddress(2n), registryAddress(3n), nodeAddress(0)]) {
        expectRefused(sendWith(ACCOUNTS.registry, { pubkey }), 'WrongAddress');
      }
      expectRefused(sendWith(ACCOUNTS.signerSet, { pubkey: nodeAddress(0) }), 'WrongAccountKind');
      expectRefused(sendWith(ACCOUNTS.signerSet, { pubkey: stranger.publicKey }), 'WrongOwner');
      expectRefused(sendWith(ACCOUNTS.signerSet, { isWritable: false }), 'NotWritable');
      expectRefused(sendWith(ACCOUNTS.recipient, { isWritable: false }), 'NotWritable');
      expectRefused(sendWith(ACCOUNTS.recipient, { pubkey: ADDRESS }), 'WrongAddress');
    });

    it('closes once', () => {
      world().chain.now += UNTIL_CLOSABLE + 1n;
      const twice = [world().closeSignerSet(SET), world().closeSignerSet(SET)];
      expectRefused(world().chain.send(twice, owner), 'WrongOwner');
      expectAccepted(close());
      expectRefused(close(), 'WrongOwner');
    });
  });

  startingFrom(withSignerSet, (world) => {
    it('never closes a set of the current version', () => {
      const { chain } = world();
      chain.now += 365n * 86_400n;
      expectRefused(chain.send(world().closeSignerSet(SET), stranger), 'StillInUse');
    });
  });
});
