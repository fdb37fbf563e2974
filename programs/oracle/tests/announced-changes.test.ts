import { PublicKey, type Keypair, type TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { readConfig, readPendingChange } from './accounts.js';
import { startingFrom } from './built-program.js';
import { concat } from './bytes.js';
import { namedKeypair } from './chain.js';
import {
  administrator,
  configAddress,
  DAY,
  gatewayAuthority,
  guardian,
  nodeAddress,
  nodeKeys,
  owner,
  pendingChangeAddress,
  programId,
  SETTINGS,
  START,
  stranger,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, withData, type SlotChange } from './instructions.js';
import { keccak, pointBytes } from './signer.js';
import { deployedWorld, worldInUse, type World } from './world.js';

const DELAY = 7n * DAY;
/** The life of an announced change, from its time on. */
const LIFE = 14n * DAY;
const SETTINGS_WITH_DELAY = { additionsDelaySeconds: DELAY, guardian: guardian.publicKey.toBytes() };
const NEXT = namedKeypair('next administrator');

/** A world in use, with a delay and a guardian. Node 5 is registered and not in the registry. */
function withDelay(program: Uint8Array): World {
  const world = worldInUse(program);
  for (const key of [guardian, NEXT]) world.chain.fund(key.publicKey);
  world.chain.must(world.updateConfig(SETTINGS_WITH_DELAY), administrator);
  world.chain.must(world.registerNode(5), administrator);
  return world;
}

describe('a deployment with a delay for changes that could forge values', () => {
  startingFrom(withDelay, (world) => {
    const send = (instruction: TransactionInstruction, by: Keypair = administrator) => world().chain.send(instruction, by);
    const update = (settings: Parameters<World['updateConfig']>[0], pending?: PublicKey) =>
      world().updateConfig({ ...SETTINGS_WITH_DELAY, ...settings }, pending);
    const change = (changes: readonly SlotChange[], more: Parameters<World['changeRegistry']>[0] = {}) =>
      world().changeRegistry({ version: 1n, changes, ...more });
    const nodesOf = (changes: readonly SlotChange[]) => changes.flatMap((slot) => (slot.op === 'set' ? [slot.node] : []));
    const after = (seconds: bigint) => void (world().chain.now += seconds);
    /** Announces an instruction; it can be made with the account that is returned. */
    const announced = (instruction: TransactionInstruction, nodes: readonly PublicKey[] = []) => {
      world().chain.must(world().announce(instruction, nodes), administrator);
      return pendingChangeAddress(instruction.data);
    };
    const config = () => readConfig(world().chain.data(configAddress));

    const SET_NEXT: readonly SlotChange[] = [{ op: 'set', index: 5, node: nodeAddress(5) }];

    it.each([
      ['a smaller quorum', { minSigners: 1 }],
      ['a shorter delay', { additionsDelaySeconds: DELAY - 1n }],
      ['no delay', { additionsDelaySeconds: 0n }],
      ['another guardian', { guardian: stranger.publicKey.toBytes() }],
      ['no guardian', { guardian: new Uint8Array(32) }],
    ])('makes %s only after the delay', (_name, settings) => {
      expectRefused(send(update(settings)), 'NotAnnounced');
      const pending = announced(update(settings));
      expectRefused(send(update(settings, pending)), 'TooSoon');
      after(DELAY - 1n);
      expectRefused(send(update(settings, pending)), 'TooSoon');
      after(1n);
      expectAccepted(send(update(settings, pending)));
      expect(config()).toMatchObject(settings);
      expect(world().chain.account(pending)).toBeUndefined();
    });

    it.each([
      ['a larger quorum', { minSigners: 3 }],
      ['a longer delay', { additionsDelaySeconds: DELAY + 1n }],
      ['other prices', { x402RoundBase: 9n, agentRoundPerSig: 8n }],
      ['another settle window', { settleWindowSeconds: 30_000n, versionGraceSeconds: 30_000n, withdrawDelaySeconds: 30_000n }],
    ])('makes %s at once', (_name, settings) => {
      expectAccepted(send(update(settings)));
      expect(config()).toMatchObject(settings);
    });

    it('proposes an administrator only after the delay, and withdraws the proposal at once', () => {
      const propose = (pending?: PublicKey) => world().proposeAuthority(NEXT.publicKey, pending);
      expectRefused(send(propose()), 'NotAnnounced');
      const pending = announced(propose());
      expectRefused(send(propose(pending)), 'TooSoon');
      after(DELAY);
      expectAccepted(send(propose(pending)));
      const noKey = new PublicKey(new Uint8Array(32));
      expectAccepted(send(world().proposeAuthority(noKey)));
      expect(config().pendingAuthority).toEqual(new Uint8Array(32));
    });

    it('sets a node only after the delay, with the key that was announced', () => {
      expectRefused(send(change(SET_NEXT)), 'NotAnnounced');
      const pendingChange = announced(change(SET_NEXT), nodesOf(SET_NEXT));
      expectRefused(send(change(SET_NEXT, { pendingChange })), 'TooSoon');
      after(DELAY);
      world().chain.must(world().registerNode(5, { key: nodeKeys[6]! }), administrator);
      expectRefused(send(change(SET_NEXT, { pendingChange })), 'NotAnnounced');
      world().chain.must(world().registerNode(5), administrator);
      expectAccepted(send(change(SET_NEXT, { pendingChange })));
      expect(world().registry(2n).keys[5]).toEqual(pointBytes(nodeKeys[5]!.point));
    });

    it('raises the buffer only after the delay', () => {
      world().chain.must(update({ minSigners: 3 }), administrator);
      world().chain.must(change([]), administrator);
      const raise = (pendingChange?: PublicKey) => world().changeRegistry({ version: 2n, redundancyBuffer: 2, pendingChange });
      expectRefused(send(raise()), 'NotAnnounced');
      const pending = announced(raise());
      after(DELAY);
      expectAccepted(send(raise(pending)));
      expectAccepted(send(world().changeRegistry({ version: 3n, redundancyBuffer: 1 })));
    });

    it('removes a node at once', () => {
      expectAccepted(send(change([{ op: 'remove', index: 4 }])));
      expect(world().registry(2n).active).toBe(4);
    });

    it('lets an emergency only remove, down to less than a quorum', () => {
      const all = [0, 1, 2, 3].map((index): SlotChange => ({ op: 'remove', index }));
      expectRefused(send(change(SET_NEXT, { emergency: true })), 'InvalidInstruction');
      expectRefused(send(change(all, { emergency: true, redundancyBuffer: 2 })), 'UnreachableQuorum');
      expectRefused(send(change(all)), 'UnreachableQuorum');
      expectAccepted(send(change(all, { emergency: true })));
      expect(world().registry(2n)).toMatchObject({ active: 1, minSigners: 2 });
      expectRefused(world().chain.send(world().settle(world().round({ registryVersion: 2n })), gatewayAuthority), 'InvalidBitmap');
    });

    it('shows what was announced', () => {
      const instruction = change(SET_NEXT);
      const pending = announced(instruction, nodesOf(SET_NEXT));
      expect(readPendingChange(world().chain.data(pending))).toMatchObject({
        discriminator: 'SVC_PCH1',
        digest: keccak(instruction.data),
        announcedAt: START,
        effectiveAt: START + DELAY,
        change: concat(instruction.data, pointBytes(nodeKeys[5]!.point)),
      });
    });

    it('forgets an announcement 14 days after its time', () => {
      const pending = announced(update({ minSigners: 1 }));
      after(DELAY + LIFE);
      expectAccepted(
        world()
          .fork()
          .chain.send(update({ minSigners: 1 }, pending), administrator),
      );
      after(1n);
      expectRefused(send(update({ minSigners: 1 }, pending)), 'AnnouncementExpired');
    });

    it('makes exactly what was announced, once', () => {
      const pending = announced(update({ minSigners: 1 }));
      after(DELAY);
      expectRefused(send(update({ minSigners: 1, guardian: stranger.publicKey.toBytes() }, pending)), 'NotAnnounced');
      expectRefused(send(update({ additionsDelaySeconds: 0n }, pending)), 'NotAnnounced');
      expectRefused(send(world().proposeAuthority(NEXT.publicKey, pending)), 'NotAnnounced');
      expectAccepted(send(update({ minSigners: 1 }, pending)));
      world().chain.must(update({ minSigners: 2 }), administrator);
      expectRefused(send(update({ minSigners: 1 }, pending)), 'WrongOwner');
    });

    it('takes only the account of this announcement: no copy, no other announcement, no other kind, and no read-only one', () => {
      const [quorum, proposal] = [update({ minSigners: 1 }), world().proposeAuthority(NEXT.publicKey)];
      const [pending, other] = [announced(quorum), announced(proposal)];
      after(DELAY);
      const copy = namedKeypair('copied announcement').publicKey;
      world().chain.setAccount(copy, { owner: programId, data: world().chain.data(pending) });
      expectRefused(send(update({ minSigners: 1 }, copy)), 'WrongAddress');
      world().chain.setAccount(copy, { owner: stranger.publicKey, data: world().chain.data(pending) });
      expectRefused(send(update({ minSigners: 1 }, copy)), 'WrongOwner');
      expectRefused(send(update({ minSigners: 1 }, nodeAddress(0))), 'WrongAccountKind');
      expectRefused(send(update({ minSigners: 1 }, other)), 'NotAnnounced');
      expectRefused(send(withAccount(update({ minSigners: 1 }, pending), 2, { isWritable: false })), 'NotWritable');
      expectAccepted(send(update({ minSigners: 1 }, pending)));
    });

    it('sets each node with its own announced key', () => {
      const sets = [world().set(5), world().set(0)];
      for (const index of [0, 5]) world().chain.must(world().registerNode(index, { key: nodeKeys[10 + index]! }), administrator);
      const pendingChange = announced(change(sets), nodesOf(sets));
      after(DELAY);
      const exchanged = change(sets, { pendingChange });
      [exchanged.keys[6], exchanged.keys[7]] = [exchanged.keys[7]!, exchanged.keys[6]!];
      expectRefused(send(exchanged), 'NotAnnounced');
      const fewer = change(sets, { pendingChange });
      fewer.keys.pop();
      expect(send(fewer).ok).toBe(false);
      expectAccepted(send(change(sets, { pendingChange })));
      expect([0, 5].map((index) => world().registry(2n).keys[index])).toEqual([10, 15].map((index) => pointBytes(nodeKeys[index]!.point)));
    });

    it('is announced anew after it was cancelled or expired, and waits again', () => {
      const instruction = update({ minSigners: 1 });
      const pending = announced(instruction);
      after(DELAY + LIFE + 1n);
      expectRefused(send(world().announce(instruction)), 'AlreadyExists');
      expectAccepted(send(world().cancelChange(instruction)));
      announced(instruction);
      expectRefused(send(update({ minSigners: 1 }, pending)), 'TooSoon');
      after(DELAY);
      // Cancelled and announced in one transaction, it waits all the same.
      world().chain.must([world().cancelChange(instruction), world().announce(instruction)], administrator);
      expectRefused(send(update({ minSigners: 1 }, pending)), 'TooSoon');
      after(DELAY);
      expectAccepted(send(update({ minSigners: 1 }, pending)));
    });

    it('has the time of its announcement, whatever the delay becomes', () => {
      const pending = announced(update({ additionsDelaySeconds: 1n }));
      world().chain.must(update({ additionsDelaySeconds: 2n * DELAY }), administrator);
      after(DELAY);
      expectAccepted(send(update({ additionsDelaySeconds: 1n }, pending)));
      expect(config().additionsDelaySeconds).toBe(1n);
    });

    it('takes no account of a pending change where none is needed', () => {
      const pending = announced(update({ minSigners: 3 }));
      after(DELAY);
      expectRefused(send(update({ minSigners: 3 }, pending)), 'WrongAccountCount');
    });

    it('is cancelled by the administrator or the guardian, and by no other key', () => {
      const instruction = update({ minSigners: 1 });
      for (const by of [administrator, guardian]) {
        const pending = announced(instruction);
        for (const other of [stranger, owner, NEXT])
          expectRefused(send(world().cancelChange(instruction, other.publicKey), other), 'WrongAuthority');
        const before = world().chain.account(by.publicKey)!.lamports;
        expectAccepted(send(world().cancelChange(instruction, by.publicKey), by));
        expect(world().chain.account(pending)).toBeUndefined();
        expect(world().chain.account(by.publicKey)!.lamports).toBe(before + world().chain.rentFor(64 + instruction.data.length) - 5_000n);
        after(1n);
      }
      after(DELAY);
      expectRefused(send(update({ minSigners: 1 }, pendingChangeAddress(instruction.data))), 'WrongOwner');
    });

    it('announces the three changes that wait, and no other instruction', () => {
      for (const other of [world().setGatewayStatus('inactive'), world().acceptAuthority(NEXT.publicKey), change([], { emergency: true })])
        expectRefused(send(world().announce(other)), 'NotAnnounceable');
      expectRefused(send(withData(world().announce(update({})), new Uint8Array([34]))), 'InvalidInstruction');
    });

    it('is announced by the administrator, once, with one node for each set', () => {
      const instruction = change(SET_NEXT);
      const announce = world().announce(instruction, nodesOf(SET_NEXT));
      expectRefused(send(withAccount(announce, 0, { pubkey: guardian.publicKey }), guardian), 'WrongAuthority');
      expectRefused(send(world().announce(instruction)), 'WrongAccountCount');
      expectRefused(send(world().announce(update({ minSigners: 1 }), [nodeAddress(5)])), 'WrongAccountCount');
      expectRefused(send(withAccount(announce, 2, { pubkey: stranger.publicKey })), 'WrongAddress');
      expectRefused(send(withAccount(announce, 3, { pubkey: programId })), 'WrongProgram');
      expectRefused(send(world().announce(instruction, [configAddress])), 'WrongAccountKind');
      expectAccepted(send(announce));
      expectRefused(send(announce), 'AlreadyExists');
    });

    it('ends a drill: a thief of the administrator key forges nothing, and the operator takes the key back', () => {
      const { chain } = world();
      const thief = namedKeypair('thief');
      chain.fund(thief.publicKey);
      // The thief registers a key of its own over an honest one. That is no change of the registry, and the honest node stays known.
      chain.must(world().registerNode(0, { key: nodeKeys[7]! }), administrator);
      const forged = change([world().set(0)], { redundancyBuffer: 1 });
      const proposal = world().proposeAuthority(thief.publicKey);
      const attempts = [
        forged,
        update({ minSigners: 1 }),
        update({ additionsDelaySeconds: 0n }),
        update({ guardian: new Uint8Array(32) }),
        proposal,
      ];
      const untouched = () => {
        expect(config()).toMatchObject({ authority: administrator.publicKey.toBytes(), ...SETTINGS_WITH_DELAY, minSigners: 2 });
        expect(config().registryVersion).toBe(1n);
        expect(world().registry(1n).keys[0]).toEqual(pointBytes(nodeKeys[0]!.point));
      };
      // All that the thief tries at once is refused, in one transaction too.
      for (const attempt of attempts) expectRefused(send(attempt), 'NotAnnounced');
      expectRefused(chain.send([update({ additionsDelaySeconds: DELAY + 1n }), proposal], administrator), 'NotAnnounced');
      // Its announcements are seen, and the guardian cancels each.
      attempts.forEach((attempt) => announced(attempt, attempt === forged ? [nodeAddress(0)] : []));
      for (const attempt of attempts) expectAccepted(send(world().cancelChange(attempt, guardian.publicKey), guardian));
      after(DELAY);
      for (const attempt of attempts) expect(chain.account(pendingChangeAddress(attempt.data))).toBeUndefined();
      untouched();
      // The thief cancels what the operator announces, as long as it watches: neither comes further, and nothing is forged.
      const rescue = world().proposeAuthority(NEXT.publicKey);
      announced(rescue);
      expectAccepted(send(world().cancelChange(rescue)));
      untouched();
      expectAccepted(chain.send(world().settle(world().round()), gatewayAuthority));
      // The first announcement that the thief misses ends it: the key is worth nothing from then on.
      const pending = announced(rescue);
      after(DELAY);
      expectAccepted(send(world().proposeAuthority(NEXT.publicKey, pending)));
      expectAccepted(send(world().acceptAuthority(NEXT.publicKey), NEXT));
      for (const attempt of [...attempts, world().cancelChange(rescue), world().announce(update({ minSigners: 1 }))])
        expectRefused(send(attempt), 'WrongAuthority');
      expect(config().authority).toEqual(NEXT.publicKey.toBytes());
    });

    it('leaves a thief of the administrator key what only stops service: it removes nodes, and adds none', () => {
      const { chain } = world();
      expectAccepted(
        send(
          change(
            [0, 1, 2, 3].map((index): SlotChange => ({ op: 'remove', index })),
            { emergency: true },
          ),
        ),
      );
      expectRefused(chain.send(world().settle(world().round()), gatewayAuthority), 'RegistryExpired');
      expectRefused(send(world().changeRegistry({ version: 2n, changes: [world().set(0)] })), 'NotAnnounced');
      const signers = { registryVersion: 2n, signers: [4], signaturesRequired: 1 };
      expectRefused(chain.send(world().submit(world().round(signers)), stranger), 'QuorumOutOfRange');
    });

    it('gives a thief of the guardian key nothing but to cancel', () => {
      const instruction = update({ minSigners: 1 });
      const byGuardian = (original: TransactionInstruction) => send(withAccount(original, 0, { pubkey: guardian.publicKey }), guardian);
      for (const attempt of [world().announce(instruction), update({}), world().proposeAuthority(guardian.publicKey), change([])])
        expectRefused(byGuardian(attempt), 'WrongAuthority');
      announced(instruction);
      expectAccepted(send(world().cancelChange(instruction, guardian.publicKey), guardian));
    });
  });
});

describe('a deployment without a delay', () => {
  startingFrom(worldInUse, (world) => {
    it('makes every change at once, and takes no account of a pending one', () => {
      expectAccepted(world().chain.send(world().updateConfig({ minSigners: 1 }), administrator));
      expectAccepted(world().chain.send(world().proposeAuthority(NEXT.publicKey), administrator));
      const pending = pendingChangeAddress(world().updateConfig({}).data);
      expectRefused(world().chain.send(world().updateConfig({}, pending), administrator), 'WrongAccountCount');
    });

    it('announces nothing: what was announced would be ready as soon as a delay is set', () => {
      expectRefused(world().chain.send(world().announce(world().updateConfig({ minSigners: 1 })), administrator), 'NotAnnounceable');
    });

    it('has at most 30 days', () => {
      expectAccepted(
        world()
          .fork()
          .chain.send(world().updateConfig({ additionsDelaySeconds: 30n * DAY }), administrator),
      );
      expectRefused(world().chain.send(world().updateConfig({ additionsDelaySeconds: 30n * DAY + 1n }), administrator), 'InvalidSettings');
    });
  });
});

describe('a deployment that begins with a delay', () => {
  startingFrom(deployedWorld, (world) => {
    it('makes its first registry version at once, and waits with the second', () => {
      const { chain } = world();
      const settings = { ...SETTINGS, ...SETTINGS_WITH_DELAY };
      chain.must(world().initialise({ settings }), administrator);
      for (const index of [0, 1, 2]) chain.must(world().registerNode(index), administrator);
      chain.must(world().changeRegistry({ changes: world().sets(2) }), administrator);
      expectRefused(chain.send(world().changeRegistry({ version: 1n, changes: [world().set(2)] }), administrator), 'NotAnnounced');
    });
  });
});
