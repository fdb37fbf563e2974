import { describe, it } from 'vitest';

import { startingFrom } from '../built-program.js';
import {
  administrator,
  configAddress,
  gatewayAuthority,
  nodeAddress,
  nodeKeys,
  programId,
  registryAddress,
  SETTINGS,
  signerSetAddress,
  stranger,
} from '../deployment.js';
import { expectAccepted, expectRefused } from '../expectations.js';
import { namedKey, pointBytes } from '../signer.js';
import { wholeBitmapOf, type World, worldInUse } from '../world.js';

const SIGNERS = [0, 1, 3];
const SET = { registryVersion: 1n, signers: SIGNERS };
const OTHERS = { registryVersion: 1n, signers: [0, 1, 2] };

/** Sets of several signers, and a second registry version with the same keys. */
function withSignerSets(program: Uint8Array): World {
  const world = worldInUse(program);
  world.chain.must(
    [SET, OTHERS, { ...SET, signers: [0, 1] }].map((set) => world.createSignerSet(set)),
    stranger,
  );
  world.chain.must(world.changeRegistry({ version: 1n, changes: [] }), administrator);
  world.chain.must(world.createSignerSet({ ...SET, registryVersion: 2n }), stranger);
  return world;
}

/** A signer set stands for keys that were checked once. An attacker with an accepted foreign set could sign alone. */
describe('a signer set is accepted only for its own signers and version', () => {
  startingFrom(withSignerSets, (world) => {
    const settleWith = (keyForm: ReturnType<World['signerSet']>, changes: Parameters<World['settle']>[1] = {}) =>
      world().chain.send(world().settle(world().round(), { keyForm, ...changes }), gatewayAuthority);

    it('and then is', () => {
      expectAccepted(settleWith(world().signerSet(SET)));
    });

    it('not of other signers, more or fewer', () => {
      expectRefused(settleWith(world().signerSet(OTHERS)), 'WrongSignerSet');
      expectRefused(settleWith(world().signerSet({ ...SET, signers: [0, 1] })), 'WrongSignerSet');
    });

    it('not of another registry version, though the keys are the same', () => {
      expectRefused(settleWith(world().signerSet({ ...SET, registryVersion: 2n })), 'WrongSignerSet');
      const round = world().round({ registryVersion: 2n });
      const settle = world().settle(round, { keyForm: world().signerSet(SET) });
      expectRefused(world().chain.send(settle, gatewayAuthority), 'WrongSignerSet');
    });

    it('not for another bitmap: longer, shorter or cut', () => {
      const keyForm = world().signerSet(SET);
      expectRefused(settleWith(keyForm, { bitmap: Uint8Array.of(0, 0b1011) }), 'WrongSignerSet');
      expectRefused(settleWith(keyForm, { bitmap: new Uint8Array() }), 'WrongSignerSet');
      expectRefused(settleWith(keyForm, { bitmap: Uint8Array.of(0b0111) }), 'WrongSignerSet');
    });

    it('not for another quorum than its number of signers', () => {
      const ofTwo = world().round({ signaturesRequired: 2 });
      const settle = world().settle(ofTwo, { keyForm: world().signerSet(SET) });
      expectRefused(world().chain.send(settle, gatewayAuthority), 'WrongSignerSet');
    });

    it('not of an expired version', () => {
      const { chain } = world();
      chain.now += SETTINGS.versionGraceSeconds + 601n;
      expectRefused(settleWith(world().signerSet(SET)), 'RegistryExpired');
    });

    it('not of a version that an emergency ended', () => {
      world().chain.must(world().changeRegistry({ version: 2n, emergency: true }), administrator);
      expectRefused(settleWith(world().signerSet(SET)), 'RegistryExpired');
    });

    it("not another program's account, at its address or elsewhere", () => {
      const { chain } = world();
      const { signerSet } = world().signerSet(SET);
      const forged = chain.data(signerSet).slice();
      const own = namedKey('chosen by the forger');
      forged.set(pointBytes(own.point), 88);
      chain.setAccount(stranger.publicKey, { owner: gatewayAuthority.publicKey, data: forged });
      expectRefused(settleWith({ form: 'signer set', signerSet: stranger.publicKey }), 'WrongOwner');
      chain.setAccount(signerSet, { owner: stranger.publicKey, data: forged });
      expectRefused(settleWith(world().signerSet(SET)), 'WrongOwner');
    });

    it('not a copy at another address, nor an account of another kind', () => {
      const { chain } = world();
      chain.setAccount(stranger.publicKey, { owner: programId, data: chain.data(world().signerSet(SET).signerSet) });
      expectRefused(settleWith({ form: 'signer set', signerSet: stranger.publicKey }), 'WrongAddress');
      for (const signerSet of [configAddress, registryAddress(1n), nodeAddress(0)]) {
        expectRefused(settleWith({ form: 'signer set', signerSet }), 'WrongAccountKind');
      }
    });

    it('not an address that merely holds lamports', () => {
      const set = { registryVersion: 1n, signers: [1, 2, 4] };
      world().chain.dust(signerSetAddress(1n, wholeBitmapOf(set.signers)), 10_000_000n);
      const settle = world().settle(world().round(set), { keyForm: world().signerSet(set) });
      expectRefused(world().chain.send(settle, gatewayAuthority), 'WrongOwner');
    });

    it('not where it is missing, nor where none is asked for', () => {
      const { chain } = world();
      const missing = world().settle(world().round(), { keyForm: world().signerSet(SET) });
      missing.keys.splice(8);
      expectRefused(chain.send(missing, gatewayAuthority), 'WrongAccountCount');
      // The account behind the others is a delegate's then.
      const unasked = world().settle(world().round());
      unasked.keys.splice(8);
      unasked.keys.push({ pubkey: world().signerSet(SET).signerSet, isSigner: false, isWritable: true });
      expectRefused(chain.send(unasked, gatewayAuthority), 'WrongAccountKind');
      unasked.keys.push(unasked.keys.at(-1)!);
      expectRefused(chain.send(unasked, gatewayAuthority), 'WrongAccountCount');
    });

    it('and its signature is verified all the same', () => {
      const keyForm = world().signerSet(SET);
      const other = world().round({ value: new Uint8Array(32).fill(9) });
      const { signature } = { signature: signatureOf(world().settle(other).data) };
      expectRefused(settleWith(keyForm, { signature }), 'InvalidAttestation');
      expectRefused(settleWith(keyForm, { value: pointBytes(nodeKeys[0]!.point).slice(0, 32) }), 'InvalidAttestation');
    });
  });
});

/** s and commitment as they stand in the data of `settle_round`. */
function signatureOf(data: Uint8Array) {
  return { s: data.slice(74, 106), commitment: data.slice(106, 126) };
}
