import { describe, expect, it } from 'vitest';

import { startingFrom } from './built-program.js';
import {
  administrator,
  configAddress,
  gatewayAuthority,
  nodeAddress,
  owner,
  registryAddress,
  SETTINGS,
  stranger,
  WINDOW,
  DAY,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount } from './instructions.js';
import { type World, worldInUse } from './world.js';

const ACCOUNTS = { config: 0, registry: 1, recipient: 2 };
/** A version's time after its successor was made: the grace and rounds dated ahead, then the margin of closing. */
const ACCEPTED_FOR = SETTINGS.versionGraceSeconds + 600n;
/** Contracts on other chains still find the keys for 30 days. */
const MARGIN = 30n * DAY + 60n;
const LENGTH = 40 + 64 * 5;

/** Version 2 is the current one. */
function withReplacedVersion(program: Uint8Array): World {
  const world = worldInUse(program);
  world.chain.must(world.changeRegistry({ version: 1n }), administrator);
  return world;
}

describe('close_registry', () => {
  startingFrom(withReplacedVersion, (world) => {
    const close = (version = 1n, recipient = administrator.publicKey) =>
      world().chain.send(world().closeRegistry(version, recipient), owner);

    it('gives all lamports to the administrator, for any sender', () => {
      const { chain } = world();
      chain.now += ACCEPTED_FOR + MARGIN + 1n;
      const before = chain.account(administrator.publicKey)!.lamports;
      expectAccepted(close());
      expect(chain.account(registryAddress(1n))).toBeUndefined();
      expect(chain.account(administrator.publicKey)!.lamports).toBe(before + chain.rentFor(LENGTH));
    });

    it('waits as long as a round of the version settles, and the margin', () => {
      const { chain } = world();
      chain.now += ACCEPTED_FOR;
      expectAccepted(chain.send(world().settle(world().round()), gatewayAuthority));
      expectRefused(close(), 'StillInUse');
      chain.now += 1n;
      expectRefused(chain.send(world().settle(world().round()), gatewayAuthority), 'RegistryExpired');
      chain.now += MARGIN - 1n;
      expectRefused(close(), 'StillInUse');
      chain.now += 1n;
      expectAccepted(close());
    });

    it('never closes the current version', () => {
      const { chain } = world();
      chain.now += 10n * 365n * 86_400n;
      expectRefused(close(2n), 'StillInUse');
    });

    it('keeps a version that an emergency ended until its own time is over as well', () => {
      const { chain } = world();
      chain.must(world().changeRegistry({ version: 2n, emergency: true }), administrator);
      expectRefused(close(1n), 'StillInUse');
      expectRefused(close(2n), 'StillInUse');
      chain.now += MARGIN + 1n;
      expectRefused(close(1n), 'StillInUse');
      expectAccepted(close(2n));
    });

    it('leaves an address at which no version is made again', () => {
      const { chain } = world();
      chain.now += ACCEPTED_FOR + MARGIN + 1n;
      expectAccepted(close());
      const again = { version: 2n, next: registryAddress(1n), changes: [{ op: 'remove', index: 4 } as const] };
      expectRefused(chain.send(world().changeRegistry(again), administrator), 'WrongAddress');
      expectRefused(chain.send(world().changeRegistry({ ...again, current: registryAddress(1n) }), administrator), 'WrongOwner');
      expectRefused(chain.send(world().changeRegistry({ version: 0n }), administrator), 'WrongOwner');
      expectAccepted(chain.send(world().changeRegistry({ version: 2n }), administrator));
      expect(world().registry(3n).version).toBe(3n);
    });

    it('ends what was signed under the version: without its account nothing settles', () => {
      const { chain } = world();
      const instruction = world().settle(world().round({ timestampSeconds: chain.now + WINDOW }));
      chain.now += ACCEPTED_FOR + MARGIN + 1n;
      expectAccepted(close());
      expectRefused(chain.send(instruction, gatewayAuthority), 'WrongOwner');
    });

    it('pays no other account, and follows the hand-over of the administration', () => {
      const { chain } = world();
      chain.now += ACCEPTED_FOR + MARGIN + 1n;
      for (const other of [owner, stranger, gatewayAuthority]) expectRefused(close(1n, other.publicKey), 'WrongAddress');
      expectRefused(close(1n, registryAddress(1n)), 'WrongAddress');
      chain.must(world().proposeAuthority(stranger.publicKey), administrator);
      expectRefused(close(1n, stranger.publicKey), 'WrongAddress');
      chain.must(world().acceptAuthority(stranger.publicKey), stranger);
      expectRefused(close(), 'WrongAddress');
      expectAccepted(close(1n, stranger.publicKey));
    });

    it('closes once', () => {
      world().chain.now += ACCEPTED_FOR + MARGIN + 1n;
      expectRefused(world().chain.send([world().closeRegistry(1n), world().closeRegistry(1n)], owner), 'WrongOwner');
      expectAccepted(close());
      expectRefused(close(), 'WrongOwner');
    });

    it('refuses accounts of another kind, owner or access, and another number of them', () => {
      const { chain } = world();
      chain.now += ACCEPTED_FOR + MARGIN + 1n;
      const instruction = world().closeRegistry(1n);
      const sendWith = (position: number, changes: Parameters<typeof withAccount>[2]) =>
        chain.send(withAccount(instruction, position, changes), owner);
      for (const position of [ACCOUNTS.config, ACCOUNTS.registry]) {
        expectRefused(sendWith(position, { pubkey: nodeAddress(0) }), 'WrongAccountKind');
        expectRefused(sendWith(position, { pubkey: stranger.publicKey }), 'WrongOwner');
      }
      expectRefused(sendWith(ACCOUNTS.registry, { pubkey: configAddress }), 'WrongAccountKind');
      expectRefused(sendWith(ACCOUNTS.registry, { isWritable: false }), 'NotWritable');
      expectRefused(sendWith(ACCOUNTS.recipient, { isWritable: false }), 'NotWritable');
      const fewer = world().closeRegistry(1n);
      fewer.keys.pop();
      expectRefused(chain.send(fewer, owner), 'WrongAccountCount');
      const more = world().closeRegistry(1n);
      more.keys.push({ pubkey: registryAddress(2n), isSigner: false, isWritable: true });
      expectRefused(chain.send(more, owner), 'WrongAccountCount');
    });
  });
});
