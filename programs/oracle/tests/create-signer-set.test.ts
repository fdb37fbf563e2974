import { describe, expect, it } from 'vitest';

import { readRegistry, readSignerSet } from './accounts.js';
import { startingFrom } from './built-program.js';
import { administrator, nodeAddress, nodeKeys, programId, registryAddress, signerSetAddress, stranger } from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, withData } from './instructions.js';
import { namedKey, nodeKey, pointBytes, sumOf } from './signer.js';
import { bitmapOf, wholeBitmapOf, worldInUse } from './world.js';

const ACCOUNTS = { payer: 0, registry: 1, signerSet: 2, system: 3 };
const LENGTH = 152;
const SET = { registryVersion: 1n, signers: [0, 1, 3] };

describe('create_signer_set', () => {
  startingFrom(worldInUse, (world) => {
    const address = signerSetAddress(1n, wholeBitmapOf(SET.signers));
    const create = (...[set = SET, changes]: Partial<Parameters<ReturnType<typeof world>['createSignerSet']>>) =>
      world().chain.send(world().createSignerSet(set, changes), stranger);

    it('keeps the sum of the signers, for any payer', () => {
      const { chain } = world();
      expectAccepted(create());
      expect(chain.account(address)).toMatchObject({ owner: programId.toBase58(), lamports: chain.rentFor(LENGTH) });
      expect(readSignerSet(chain.data(address))).toMatchObject({
        discriminator: 'SVC_SST1',
        registryBump: readRegistry(chain.data(registryAddress(1n))).bump,
        signatures: 3,
        registryVersion: 1n,
        signers: wholeBitmapOf(SET.signers),
        payer: stranger.publicKey.toBytes(),
        aggregateKey: pointBytes(sumOf(SET.signers.map((index) => nodeKeys[index]!.point))),
      });
    });

    it('makes a set once', () => {
      expectAccepted(create());
      expectRefused(create(), 'AlreadyExists');
    });

    it('works at an address that holds lamports already', () => {
      world().chain.dust(address, 1_000_000n);
      expectAccepted(create());
      expect(world().chain.account(address)).toMatchObject({ owner: programId.toBase58() });
    });

    it.each<[string, () => Uint8Array]>([
      ['of other signers', () => pointBytes(sumOf([0, 1, 2].map((index) => nodeKeys[index]!.point)))],
      ['of one signer', () => pointBytes(nodeKeys[0]!.point)],
      ['that is negative', () => pointBytes(sumOf(SET.signers.map((index) => nodeKeys[index]!.point)).negate())],
      ['of zeros', () => new Uint8Array(64)],
    ])('refuses a sum %s', (_name, aggregateKey) => {
      expectRefused(create(SET, { aggregateKey: aggregateKey() }), 'WrongAggregateKey');
    });

    it('refuses a bitmap of another length, with a bit beyond the registry or of a removed node', () => {
      expectRefused(create(SET, { bitmap: bitmapOf(SET.signers, 9) }), 'InvalidBitmap');
      expectRefused(create(SET, { bitmap: new Uint8Array() }), 'InvalidBitmap');
      expectRefused(create(SET, { bitmap: bitmapOf([0, 1, 3, 7], 8) }), 'InvalidBitmap');
      world().chain.must(world().changeRegistry({ version: 1n, changes: [{ op: 'remove', index: 3 }] }), administrator);
      expectRefused(create({ ...SET, registryVersion: 2n }), 'InvalidBitmap');
      expectAccepted(create(SET));
    });

    it("refuses a set below the registry's smallest quorum: no round could use it", () => {
      expectRefused(create({ ...SET, signers: [2] }), 'QuorumOutOfRange');
      expectRefused(create(SET, { bitmap: bitmapOf([], 5) }), 'QuorumOutOfRange');
      expectAccepted(create({ ...SET, signers: [2, 4] }));
    });

    it('holds sums that no slopes express, and none at infinity', () => {
      const [first, second] = [namedKey('colluding 1'), namedKey('colluding 2')];
      const keys = [first, second, nodeKey(first.secret + second.secret), nodeKey(-(first.secret + second.secret) * 2n)];
      keys.forEach((key, offset) => world().chain.must(world().registerNode(5 + offset, { key }), administrator));
      const changes = keys.map((_, offset) => world().set(5 + offset));
      world().chain.must(world().changeRegistry({ version: 1n, changes }), administrator);
      const sum = pointBytes(sumOf(keys.slice(0, 3).map(({ point }) => point)));
      expectAccepted(create({ registryVersion: 2n, signers: [5, 6, 7] }, { aggregateKey: sum }));
      expectRefused(create({ registryVersion: 2n, signers: [5, 6, 7, 8] }, { aggregateKey: sum }), 'WrongAggregateKey');
    });

    it('refuses the address of another set, and accounts of another kind or owner', () => {
      const { chain } = world();
      expectRefused(create(SET, { signerSet: signerSetAddress(1n, wholeBitmapOf([0, 1, 2])) }), 'WrongAddress');
      expectRefused(create(SET, { signerSet: signerSetAddress(2n, wholeBitmapOf(SET.signers)) }), 'WrongAddress');
      const instruction = world().createSignerSet(SET);
      const sendWith = (position: number, changes: Parameters<typeof withAccount>[2]) =>
        chain.send(withAccount(instruction, position, changes), stranger);
      expectRefused(sendWith(ACCOUNTS.registry, { pubkey: nodeAddress(0) }), 'WrongAccountKind');
      expectRefused(sendWith(ACCOUNTS.registry, { pubkey: stranger.publicKey }), 'WrongOwner');
      expectRefused(sendWith(ACCOUNTS.signerSet, { isWritable: false }), 'NotWritable');
      expectRefused(sendWith(ACCOUNTS.system, { pubkey: programId }), 'WrongProgram');
      const unsigned = withAccount(instruction, ACCOUNTS.payer, { isSigner: false });
      expectRefused(chain.send(unsigned, administrator), 'MissingSignature');
    });

    it('refuses too few and too many accounts, and data that is too short or too long', () => {
      const { chain } = world();
      const fewer = world().createSignerSet(SET);
      fewer.keys.pop();
      expectRefused(chain.send(fewer, stranger), 'WrongAccountCount');
      const more = world().createSignerSet(SET);
      more.keys.push({ pubkey: stranger.publicKey, isSigner: false, isWritable: false });
      expectRefused(chain.send(more, stranger), 'WrongAccountCount');
      const original = world().createSignerSet(SET);
      expectRefused(chain.send(withData(original, original.data.subarray(0, 64)), stranger), 'InvalidInstruction');
      expectRefused(chain.send(withData(original, Buffer.concat([original.data, Buffer.alloc(8)])), stranger), 'InvalidInstruction');
    });
  });
});
