import { describe, expect, it } from 'vitest';

import { readConfig } from './accounts.js';
import { startingFrom } from './built-program.js';
import {
  administrator,
  configAddress,
  gatewayAddress,
  gatewayAuthority,
  GRACE,
  nodeAddress,
  nodeKeys,
  programId,
  registryAddress,
  START,
  stranger,
  WINDOW,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, withData, type SlotChange } from './instructions.js';
import { namedKey, nodeKey, pointBytes, type NodeKey } from './signer.js';
import { deployedWorld, type World, worldInUse } from './world.js';

const NEVER = 2n ** 63n - 1n;
const REMOVED = new Uint8Array(64);
function key(index: number) {
  return pointBytes(nodeKeys[index]!.point);
}
function remove(index: number): SlotChange {
  return { op: 'remove', index };
}

describe('change_registry', () => {
  startingFrom(deployedWorld, (world) => {
    it('makes version 1 out of nothing', () => {
      const { chain } = world();
      chain.must(world().initialise(), administrator);
      for (let index = 0; index < 3; index++) chain.must(world().registerNode(index), administrator);
      expectAccepted(chain.send(world().changeRegistry({ changes: world().sets(3) }), administrator));
      expect(chain.account(registryAddress(1n))).toMatchObject({ owner: programId.toBase58(), lamports: chain.rentFor(40 + 3 * 64) });
      expect(world().registry(1n)).toMatchObject({
        discriminator: 'SVC_REG1',
        count: 3,
        redundancyBuffer: 1,
        minSigners: 2,
        active: 3,
        version: 1n,
        createdAt: START,
        acceptUntil: NEVER,
        keys: [key(0), key(1), key(2)],
      });
      expect(readConfig(chain.data(configAddress)).registryVersion).toBe(1n);
    });

    it('takes nothing but the system program in place of a version before the first', () => {
      const { chain } = world();
      chain.must(world().initialise(), administrator);
      for (let index = 0; index < 3; index++) chain.must(world().registerNode(index), administrator);
      const change = world().changeRegistry({ changes: world().sets(3), current: nodeAddress(0) });
      expectRefused(chain.send(change, administrator), 'WrongProgram');
    });

    it('grows to 64 nodes and no further', () => {
      const { chain } = world();
      chain.must(world().initialise(), administrator);
      const batch = 16;
      for (let index = 0; index < 64; index++) {
        chain.must(world().registerNode(index, { key: namedKey(`of many ${index}`) }), administrator);
      }
      for (let version = 0; version < 4; version++) {
        const changes = Array.from({ length: batch }, (_, offset) => world().set(version * batch + offset));
        expectAccepted(chain.send(world().changeRegistry({ version: BigInt(version), changes }), administrator));
      }
      expect(world().registry(4n)).toMatchObject({ count: 64, active: 64 });
      const beyond: SlotChange = { op: 'set', index: 64, node: nodeAddress(63) };
      expectRefused(chain.send(world().changeRegistry({ version: 4n, changes: [beyond] }), administrator), 'InvalidNodeIndex');
    });
  });

  startingFrom(worldInUse, (world) => {
    const change = (changes: readonly SlotChange[], options: Parameters<World['changeRegistry']>[0] = {}) =>
      world().changeRegistry({ version: 1n, changes, ...options });
    const send = (...args: Parameters<typeof change>) => world().chain.send(change(...args), administrator);
    /** Registers node `index` with this key. */
    const withKey = (index: number, nodeKeyOf: NodeKey): SlotChange => {
      world().chain.must(world().registerNode(index, { key: nodeKeyOf }), administrator);
      return world().set(index);
    };

    it('adds, replaces and removes slots in one new version and leaves the old one as it was', () => {
      const replacement = namedKey('replacement');
      const changes = [remove(1), withKey(3, replacement), withKey(5, nodeKeys[5]!)];
      const before = world().registry(1n);
      expectAccepted(send(changes));
      expect(world().registry(2n)).toMatchObject({
        count: 6,
        active: 5,
        version: 2n,
        keys: [key(0), REMOVED, key(2), pointBytes(replacement.point), key(4), key(5)],
      });
      expect(world().registry(1n)).toEqual({ ...before, acceptUntil: START + WINDOW + GRACE });
    });

    it('lets the old version live for the version grace', () => {
      world().chain.must(world().updateConfig({ versionGraceSeconds: 90_000n }), administrator);
      expectAccepted(send([]));
      expect(world().registry(1n).acceptUntil).toBe(START + 90_000n + GRACE);
      expect(world().registry(2n).acceptUntil).toBe(NEVER);
    });

    it('ends the old version at once in an emergency', () => {
      expectAccepted(send([remove(4)], { emergency: true }));
      expect(world().registry(1n).acceptUntil).toBe(START);
    });

    it('raises the oldest accepted version to the new one in an emergency only', () => {
      const oldest = () => readConfig(world().chain.data(configAddress)).oldestAcceptedVersion;
      expectAccepted(send([]));
      expect(oldest()).toBe(0n);
      expectAccepted(send([remove(4)], { version: 2n, emergency: true }));
      expect(oldest()).toBe(3n);
      expectAccepted(send([], { version: 3n }));
      expect(oldest()).toBe(3n);
    });

    it('takes min_signers from Config', () => {
      world().chain.must(world().updateConfig({ minSigners: 3 }), administrator);
      expectAccepted(send([], { redundancyBuffer: 2 }));
      expect(world().registry(2n)).toMatchObject({ minSigners: 3, redundancyBuffer: 2 });
    });

    it('can fill the place of a removed node again', () => {
      expectAccepted(send([remove(1)]));
      expectAccepted(send([withKey(1, namedKey('back'))], { version: 2n }));
      expect(world().registry(3n)).toMatchObject({ count: 5, active: 5 });
    });

    it("keeps a slot's key until the slot is set again", () => {
      withKey(0, namedKey('not yet'));
      expectAccepted(send([]));
      expect(world().registry(2n).keys[0]).toEqual(key(0));
    });

    it("is the administrator's alone", () => {
      const { chain } = world();
      expectRefused(chain.send(change([], { authority: stranger.publicKey }), stranger), 'WrongAuthority');
      expectRefused(chain.send(withAccount(change([]), 0, { isSigner: false }), stranger), 'MissingSignature');
    });

    it.each([
      ['an index twice', (): SlotChange[] => [remove(1), remove(1)], 'RepeatedIndex'],
      ['an index set and removed', (): SlotChange[] => [world().set(1), remove(1)], 'RepeatedIndex'],
      ['a slot beyond the next free one', (): SlotChange[] => [{ op: 'set', index: 6, node: nodeAddress(0) }], 'IndexOutOfOrder'],
      ['the removal of a slot beyond the last', (): SlotChange[] => [remove(5)], 'SlotEmpty'],
      ['the removal of index 64', (): SlotChange[] => [remove(64)], 'InvalidNodeIndex'],
      ['the Node account of another index', (): SlotChange[] => [{ op: 'set', index: 1, node: nodeAddress(2) }], 'WrongAddress'],
      ['a node that is not registered', (): SlotChange[] => [world().set(5)], 'WrongOwner'],
    ])('refuses %s', (_name, changes, refusal) => {
      expectRefused(send(changes()), refusal);
    });

    it("refuses an account of another kind in a Node account's place", () => {
      const gateway = gatewayAddress(gatewayAuthority.publicKey);
      expectRefused(send([{ op: 'set', index: 1, node: gateway }]), 'WrongAccountKind');
    });

    it('refuses to remove what is removed', () => {
      world().chain.must(change([remove(1)]), administrator);
      expectRefused(send([remove(1)], { version: 2n }), 'SlotEmpty');
    });

    it('extends by several slots only in order', () => {
      const [five, six] = [withKey(5, nodeKeys[5]!), withKey(6, nodeKeys[6]!)];
      expectRefused(send([six, five]), 'IndexOutOfOrder');
      expectAccepted(send([five, six]));
    });

    it('refuses one key at two indices', () => {
      expectRefused(send([withKey(5, nodeKeys[0]!)]), 'DuplicateKey');
    });

    it('refuses a key and its negative, which would cancel', () => {
      expectRefused(send([withKey(5, nodeKey(-nodeKeys[0]!.secret))]), 'DuplicateKey');
    });

    it('refuses one key at two new indices', () => {
      const twin = namedKey('twin');
      expectRefused(send([withKey(5, twin), withKey(6, twin)]), 'DuplicateKey');
    });

    it('can give the key of a node that leaves to another index', () => {
      expectAccepted(send([remove(0), withKey(5, nodeKeys[0]!)]));
    });

    it('holds redundancy_buffer < min_signers <= active', () => {
      expectRefused(send([], { redundancyBuffer: 2 }), 'UnreachableQuorum');
      expectRefused(send([0, 1, 2, 3].map(remove)), 'UnreachableQuorum');
      expectAccepted(send([0, 1, 2].map(remove)));
    });

    it('refuses more and fewer Node accounts than slots that are set', () => {
      const { chain } = world();
      const one = change([withKey(5, nodeKeys[5]!)]);
      const node = one.keys.at(-1)!;
      one.keys.push(node);
      expectRefused(chain.send(one, administrator), 'WrongAccountCount');
      one.keys.splice(-2);
      expectRefused(chain.send(one, administrator), 'WrongAccountCount');
    });

    it('refuses any registry but the current one, and any address but the next one', () => {
      const { chain } = world();
      chain.must(change([]), administrator);
      expectRefused(send([], { version: 2n, current: registryAddress(1n) }), 'WrongAddress');
      expectRefused(send([], { version: 2n, current: nodeAddress(0) }), 'WrongAccountKind');
      expectRefused(send([], { version: 2n, current: stranger.publicKey }), 'WrongOwner');
      expectRefused(send([], { version: 2n, next: registryAddress(4n) }), 'WrongAddress');
      expectRefused(send([], { version: 2n, next: registryAddress(1n) }), 'WrongAddress');
    });

    it('refuses a read-only registry', () => {
      const { chain } = world();
      expectRefused(chain.send(withAccount(change([]), 2, { isWritable: false }), administrator), 'NotWritable');
      expectRefused(chain.send(withAccount(change([]), 3, { isWritable: false }), administrator), 'NotWritable');
    });

    it('refuses an operation and an emergency flag that it does not know', () => {
      const { chain } = world();
      const original = change([remove(4)]);
      const [tag, buffer] = [original.data[0]!, original.data[1]!];
      expectRefused(chain.send(withData(original, Uint8Array.of(tag, buffer, 0, 1, 2, 4)), administrator), 'InvalidInstruction');
      expectRefused(chain.send(withData(original, Uint8Array.of(tag, buffer, 2, 1, 1, 4)), administrator), 'InvalidInstruction');
    });
  });
});
