import { SystemProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { readConfig } from './accounts.js';
import { startingFrom } from './built-program.js';
import { namedKeypair } from './chain.js';
import { administrator, configAddress, DEPLOYMENT_ID, mint, owner, programId, SETTINGS, stranger, tokensOf } from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount } from './instructions.js';
import { makeFinal, programDataAddress, UPGRADEABLE_LOADER } from './loader.js';
import { deployedWorld } from './world.js';

const CONFIG = 1;
const PROGRAM_DATA = 2;
const SYSTEM = 4;

describe('initialise', () => {
  startingFrom(deployedWorld, (world) => {
    it('writes Config with the identity of this deployment', () => {
      const { chain } = world();
      expectAccepted(chain.send(world().initialise(), administrator));
      expect(chain.account(configAddress)).toMatchObject({ owner: programId.toBase58(), lamports: chain.rentFor(280) });
      expect(readConfig(chain.data(configAddress))).toMatchObject({
        ...SETTINGS,
        discriminator: 'SVC_CFG1',
        deploymentId: DEPLOYMENT_ID,
        authority: administrator.publicKey.toBytes(),
        pendingAuthority: new Uint8Array(32),
        mint: mint.toBytes(),
        registryVersion: 0n,
        oldestAcceptedVersion: 0n,
      });
    });

    it('is signed by the upgrade authority: a stranger cannot run ahead of the deployer', () => {
      const byStranger = world().initialise({ upgradeAuthority: stranger.publicKey });
      expectRefused(world().chain.send(byStranger, stranger), 'WrongAuthority');
    });

    it('refuses the upgrade authority that did not sign', () => {
      const unsigned = withAccount(world().initialise(), 0, { isSigner: false });
      expectRefused(world().chain.send(unsigned, stranger), 'MissingSignature');
    });

    it('refuses the ProgramData of another program', () => {
      const other = programDataAddress(namedKeypair('another program').publicKey);
      expectRefused(world().chain.send(world().initialise({ programData: other }), administrator), 'WrongAddress');
    });

    it("refuses a ProgramData account that is not the loader's", () => {
      const { chain } = world();
      const programData = programDataAddress(programId);
      chain.setAccount(programData, { owner: SystemProgram.programId, data: chain.data(programData) });
      expectRefused(chain.send(world().initialise(), administrator), 'WrongOwner');
    });

    it('refuses every key once the program is final', () => {
      const { chain } = world();
      chain.must(makeFinal(programId, administrator.publicKey), administrator);
      expectRefused(chain.send(world().initialise(), administrator), 'WrongAuthority');
    });

    it('reads the authority of a ProgramData account in no other state', () => {
      const { chain } = world();
      const programData = programDataAddress(programId);
      const data = chain.data(programData);
      // State 1 is a buffer, whose authority stands elsewhere.
      data[0] = 1;
      chain.setAccount(programData, { owner: UPGRADEABLE_LOADER, data });
      expectRefused(chain.send(world().initialise(), administrator), 'WrongAuthority');
    });

    it('happens once', () => {
      world().chain.must(world().initialise(), administrator);
      expectRefused(world().chain.send(world().initialise(), administrator), 'AlreadyExists');
    });

    it.each([
      ['a token account', () => tokensOf(owner.publicKey)],
      ['a wallet', () => owner.publicKey],
    ])('refuses %s as the mint', (_name, notAMint) => {
      expectRefused(world().chain.send(world().initialise({ mint: notAMint() }), administrator), 'WrongMint');
    });

    it.each([
      ['no signers', { minSigners: 0 }],
      ['more signers than nodes can be', { minSigners: 65 }],
      ['a window below 900 s', { settleWindowSeconds: 899n }],
      ['a window above 30 days', { settleWindowSeconds: 2_592_001n, versionGraceSeconds: 2_592_001n, withdrawDelaySeconds: 2_592_001n }],
      ['a version grace below the window', { versionGraceSeconds: 21_599n }],
      ['a withdraw delay below the window', { withdrawDelaySeconds: 21_599n }],
      ['a withdraw delay above 60 days', { withdrawDelaySeconds: 5_184_001n }],
    ])('refuses settings with %s', (_name, settings) => {
      const initialise = world().initialise({ settings: { ...SETTINGS, ...settings } });
      expectRefused(world().chain.send(initialise, administrator), 'InvalidSettings');
    });

    it('refuses another address, a read-only Config and a false system program', () => {
      const { chain } = world();
      const initialise = world().initialise();
      expectRefused(chain.send(withAccount(initialise, CONFIG, { pubkey: stranger.publicKey }), administrator), 'WrongAddress');
      expectRefused(chain.send(withAccount(initialise, CONFIG, { isWritable: false }), administrator), 'NotWritable');
      expectRefused(chain.send(withAccount(initialise, SYSTEM, { pubkey: programId }), administrator), 'WrongProgram');
      expectRefused(chain.send(withAccount(initialise, PROGRAM_DATA, { pubkey: configAddress }), administrator), 'WrongAddress');
    });
  });
});
