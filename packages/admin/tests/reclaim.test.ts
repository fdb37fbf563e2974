import { instructions } from '@oracle-gateway/ledger';
import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { registryAddress, signerSetAddress } from '@oracle-gateway/protocol/accounts';
import { aggregatePublicKeys } from '@oracle-gateway/schnorr';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { change } from '../src/plan.js';
import { deployLedger, perform, setUp, signerOf, type DeployedLedger } from './deployed-ledger.js';
import { expectationsOf, type Expectations } from './expectations.js';
import { openTerminal, type Terminal } from './typed-command.js';

/** A version's grace, the seconds that a round may be dated ahead, 30 days, the margin, and a minute against the wall clock. */
const OVER_SECONDS = 21_600 + 600 + 30 * 86_400 + 60 + 60;
const RECLAIM = ['rent', 'reclaim'];

let deployed: DeployedLedger;
let terminal: Terminal;
let twice: Expectations['twice'];
let refused: Expectations['refused'];
beforeEach(async () => {
  deployed = await deployLedger();
  terminal = openTerminal(deployed);
  ({ twice, refused } = expectationsOf(deployed, terminal));
  await setUp(deployed);
});
afterEach(async () => {
  terminal.close();
  await deployed.close();
});

function lamportsAt(address: Address): bigint {
  return deployed.ledger.account(address)?.lamports ?? 0n;
}
function lamportsOf(name: string): bigint {
  return lamportsAt(signerOf(name).address);
}

/** The set of nodes that the low bits of `signers` name, made by the named key. */
async function createSignerSet(maker: string, registryVersion: bigint, signers: number): Promise<Address> {
  const { programId } = deployed;
  const signersBitmap = new Uint8Array(32);
  signersBitmap[31] = signers;
  const keys = [0, 1, 2].filter((index) => (signers >> index) % 2 === 1).map((index) => deployed.registration(index).publicKey);
  const set = { programId, registryVersion, registryCount: 3, signersBitmap, aggregateKey: aggregatePublicKeys(keys) };
  const instruction = instructions.createSignerSet({ ...set, payer: signerOf(maker).address });
  await perform(deployed.administer(maker), change({ effects: [], instructions: [instruction] }));
  return signerSetAddress(programId, set);
}

/** Makes the next registry version: every second one has no buffer. */
async function replaceRegistry(version: number): Promise<void> {
  const { exitCode } = await terminal.type('administrator', 'change-registry', '--redundancy-buffer', (version % 2).toString());
  expect(exitCode).toBe(0);
}

it('closes what is over and pays whom the program says, for any sender; the rest stays', async () => {
  const old = await createSignerSet('stranger', 1n, 0b011);
  await replaceRegistry(2);
  const current = await createSignerSet('stranger', 2n, 0b011);
  const registry = registryAddress(deployed.programId, 1n);
  const before = { administrator: lamportsOf('administrator'), stranger: lamportsOf('stranger'), successor: lamportsOf('successor') };
  const rents = { registry: lamportsAt(registry), set: lamportsAt(old) };
  expect((await terminal.type('successor', ...RECLAIM)).output).toMatch(/^already so: no registry version or signer set is over/);
  deployed.ledger.advanceClock(OVER_SECONDS);
  const output = await twice('successor', ...RECLAIM);
  expect(output).toMatch(/closes registry version 1: [\d,]+ lamports/);
  expect(output).toContain(`to ${formatAddress(signerOf('administrator').address)}`);
  expect(output).toMatch(/closes a signer set of 2 nodes in registry version 1: [\d,]+ lamports/);
  expect([lamportsAt(registry), lamportsAt(old)]).toEqual([0n, 0n]);
  expect(lamportsOf('administrator') - before.administrator).toBe(rents.registry);
  expect(lamportsOf('stranger') - before.stranger).toBe(rents.set);
  expect(before.successor - lamportsOf('successor')).toBe(5_000n);
  expect(lamportsAt(current)).toBe(rents.set);
});

it('closes a signer set whose version was closed before', async () => {
  const set = await createSignerSet('stranger', 1n, 0b101);
  await replaceRegistry(2);
  deployed.ledger.advanceClock(OVER_SECONDS);
  const { programId } = deployed;
  const administrator = deployed.administer('administrator');
  const close = instructions.closeRegistry({ programId, registryVersion: 1n, authority: administrator.signer.address });
  await perform(administrator, change({ effects: [], instructions: [close] }));
  await twice('stranger', ...RECLAIM);
  expect(lamportsAt(set)).toBe(0n);
});

it("closes as many as one transaction takes, the key's own first, and the rest when typed again", async () => {
  for (let version = 1; version <= 6; version += 1) {
    for (const signers of [0b011, 0b101, 0b110, 0b111]) await createSignerSet('stranger', BigInt(version), signers);
    await replaceRegistry(version + 1);
  }
  deployed.ledger.advanceClock(OVER_SECONDS);
  const { output } = await terminal.type('stranger', ...RECLAIM);
  const closed = output.match(/closes [^:]*/g)!;
  const left = Number(/(\d+) more are left/.exec(output)![1]);
  expect(closed.length + left).toBe(6 + 4 * 6);
  expect(closed.length).toBeGreaterThan(10);
  expect(closed.filter((line) => line.startsWith('closes registry'))).toEqual([]);
  await twice('stranger', ...RECLAIM);
  expect(deployed.ledger.account(registryAddress(deployed.programId, 6n))).toBeNull();
  expect(deployed.ledger.account(registryAddress(deployed.programId, 7n))).not.toBeNull();
});

it('a key without lamports is told what is needed', async () => {
  await replaceRegistry(2);
  deployed.ledger.advanceClock(OVER_SECONDS);
  await refused(/key: holds 0 lamports, needs \d+: send lamports to the key/, 'nobody', ...RECLAIM);
});
