import { formatAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress, gatewayAddress, gatewayIsActive, nodeAddress, registryAddress } from '@oracle-gateway/protocol/accounts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { planRegisterNode } from '../src/index.js';
import { deployLedger, perform, setUp, signerOf, type DeployedLedger } from './deployed-ledger.js';
import { expectationsOf, type Expectations } from './expectations.js';
import { openTerminal, type Terminal } from './typed-command.js';

const SETTING_FLAGS = [
  ...['--min-signers', '2', '--x402-round-base', '1000', '--reward-per-signature', '500', '--agent-round-base', '1000'],
  ...['--agent-round-per-sig', '500', '--subscription-round-base', '100', '--subscription-round-per-sig', '50'],
];
const FAR = '2090-01-01T00:00:00Z';

let deployed: DeployedLedger;
let terminal: Terminal;
let twice: Expectations['twice'];
let refused: Expectations['refused'];
beforeEach(async () => {
  deployed = await deployLedger();
  terminal = openTerminal(deployed);
  ({ twice, refused } = expectationsOf(deployed, terminal));
});
afterEach(async () => {
  terminal.close();
  await deployed.close();
});

function named(name: string): string {
  return formatAddress(signerOf(name).address);
}
function tokens(owner: string): bigint {
  const account = deployed.ledger.account(associatedTokenAddress(signerOf(owner).address, deployed.mint));
  return account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(64);
}
/** Registers the nodes from index `first` to before `end`. */
async function registerNodes(first: number, end: number): Promise<void> {
  const administrator = deployed.administer('administrator');
  for (let index = first; index < end; index += 1) {
    await perform(
      administrator,
      await planRegisterNode(administrator, { registration: deployed.registration(index), intoRegistry: false }),
    );
  }
}
function mintFlags(): string[] {
  return ['--mint', formatAddress(deployed.mint)];
}

describe('on a program that was just deployed', () => {
  it('initialise makes the upgrade authority the administrator of the cluster it is on, once', async () => {
    await refused(/WrongAuthority/, 'stranger', 'initialise', ...mintFlags(), ...SETTING_FLAGS);
    await refused(/network: is solana:/, 'administrator', 'initialise', ...mintFlags(), '--network', 'solana:other', ...SETTING_FLAGS);
    await refused(/mint: must be a mint/, 'administrator', 'initialise', '--mint', named('stranger'), ...SETTING_FLAGS);
    await twice('administrator', 'initialise', ...mintFlags(), '--network', deployed.network, ...SETTING_FLAGS);
    const config = await deployed.reader.config();
    expect(config).toMatchObject({ authority: signerOf('administrator').address, settleWindowSeconds: 21_600n, minSigners: 2 });
    const other = SETTING_FLAGS.map((word) => (word === '500' ? '501' : word));
    await refused(
      /other settings, which `settings` changes: reward_per_signature: 500 → 501/,
      'administrator',
      'initialise',
      ...mintFlags(),
      ...other,
    );
  });

  it('everything else says that the protocol is not initialised', async () => {
    for (const words of [['treasury', 'create'], ['accept'], ['settings', '--min-signers', '3'], ['hand-over', '--to', named('owner')]]) {
      await refused(/not initialised/, 'administrator', ...words);
    }
    expect(
      await terminal.typeExactly(null, 'show', '--rpc', deployed.rpcUrl, '--program', formatAddress(deployed.programId)),
    ).toMatchObject({
      exitCode: 3,
    });
  });
});

describe('on a program that was just deployed, with more nodes than one transaction sets', () => {
  it('change-registry makes a first registry of 64 nodes in as many versions as it takes', async () => {
    const { programId, reader, ledger } = deployed;
    await terminal.type('administrator', 'initialise', ...mintFlags(), ...SETTING_FLAGS);
    await registerNodes(0, 64);
    const before = ledger.transactionCount;
    await twice('administrator', 'change-registry', '--set', '0-63', '--redundancy-buffer', '1');
    expect(ledger.transactionCount).toBe(before + 3);
    const registry = await reader.currentRegistry();
    expect(registry).toMatchObject({ version: 3n, active: 64 });
    for (const [index, key] of registry.keys.entries()) {
      expect(key).toEqual((await reader.node(nodeAddress(programId, index))).value?.publicKey);
    }
  });

  it('change-registry says what to do where the quorum is larger than the first of several versions', async () => {
    const flags = SETTING_FLAGS.map((word, index) => (SETTING_FLAGS[index - 1] === '--min-signers' ? '25' : word));
    await terminal.type('administrator', 'initialise', ...mintFlags(), ...flags);
    await registerNodes(0, 25);
    const rule = /set: fills the first version with 24 nodes, fewer than min_signers: lower it to 24 with `settings --min-signers`/;
    await refused(rule, 'administrator', 'change-registry', '--set', '0-24', '--redundancy-buffer', '1');
    expect(deployed.ledger.account(registryAddress(deployed.programId, 1n))).toBeNull();
  });
});

describe('on a protocol that is set up', () => {
  beforeEach(() => setUp(deployed));

  it('settings changes what is named and leaves the rest', async () => {
    await refused(/key: is .* the administrator is/, 'stranger', 'settings', '--min-signers', '3');
    await refused(/InvalidSettings/, 'administrator', 'settings', '--settle-window-seconds', '1');
    const output = await twice('administrator', 'settings', '--agent-round-base', '2000', '--min-signers', '3');
    expect(output).toContain('agent_round_base: 1000 → 2000');
    const { prices, minSigners } = await deployed.reader.config();
    expect({ ...prices, minSigners }).toMatchObject({ agentRoundBase: 2_000n, agentRoundPerSig: 500n, minSigners: 3 });
  });

  it('treasury withdraw leaves what it is told to leave', async () => {
    const to = formatAddress(associatedTokenAddress(signerOf('administrator').address, deployed.mint));
    const opened = await terminal.type('owner', ...subscribeWords('10'));
    expect(opened.exitCode).toBe(0);
    await refused(/to: must be a token account of mint/, 'administrator', 'treasury', 'withdraw', '--to', named('administrator'));
    await refused(/key: is/, 'stranger', 'treasury', 'withdraw', '--to', to);
    await twice('administrator', 'treasury', 'withdraw', '--to', to, '--leave', '400');
    expect(tokens('administrator')).toBe(10n * (100n + 3n * 50n) - 400n);
  });

  const node = async (index: number) => (await deployed.reader.node(nodeAddress(deployed.programId, index))).value!;

  it('register-node takes what the node has proven, for this deployment only', async () => {
    const proof = terminal.proofFile(deployed.registration(3));
    const words = ['register-node', '--proof', proof];
    await refused(/key: is/, 'stranger', ...words);
    await twice('administrator', ...words);
    const foreign = { ...deployed.registration(4), deploymentId: new Uint8Array(32).fill(1) };
    await refused(/proof: was made for deployment 0x0101/, 'administrator', 'register-node', '--proof', terminal.proofFile(foreign));
    for (const change of [{ operator: signerOf('stranger').address }, { endpoint: 'http://stranger.test' }]) {
      const stolen = terminal.proofFile({ ...deployed.registration(4), ...change });
      await refused(/InvalidProof/, 'administrator', 'register-node', '--proof', stolen);
    }
  });

  it('register-node takes a proof once, and no earlier one after a later one', async () => {
    const { registeredAt } = await node(2);
    const next = deployed.registration(2, 'node 2', { endpoint: 'http://moved.test', previousRegisteredAt: registeredAt });
    await twice('administrator', 'register-node', '--proof', terminal.proofFile(next));
    const later = await node(2);
    expect(later.endpoint).toBe('http://moved.test');
    const first = terminal.proofFile(deployed.registration(2));
    const rule = new RegExp(`proof: replaces the registration of 0, node 2 has the registration of ${later.registeredAt}`);
    await refused(rule, 'administrator', 'register-node', '--proof', first);
  });

  it('register-node replaces the key of a node in service in one transaction, or not at all', async () => {
    const { registeredAt: previousRegisteredAt } = await node(1);
    const next = deployed.registration(1, 'next key', { previousRegisteredAt });
    const words = ['register-node', '--proof', terminal.proofFile(next)];
    await refused(/node 1: is in service with another key: --into-registry/, 'administrator', ...words);
    const before = deployed.ledger.transactionCount;
    await twice('administrator', ...words, '--into-registry');
    expect(deployed.ledger.transactionCount).toBe(before + 1);
    const registry = await deployed.reader.currentRegistry();
    expect(registry.version).toBe(2n);
    expect(registry.keys[1]).toEqual(deployed.registration(1, 'next key').publicKey);
  });

  it('change-registry makes the changes that are not in force already', async () => {
    await refused(/node 7: is not registered/, 'administrator', 'change-registry', '--set', '7');
    await refused(/node 1: is named by both/, 'administrator', 'change-registry', '--set', '0-1', '--remove', '1');
    await refused(/UnreachableQuorum/, 'administrator', 'change-registry', '--remove', '0,1');
    await refused(/key: is/, 'stranger', 'change-registry', '--remove', '2');
    await twice('administrator', 'change-registry', '--remove', '2', '--set', '0-1');
    expect(await deployed.reader.currentRegistry()).toMatchObject({ version: 2n, active: 2, redundancyBuffer: 1 });
    await twice('administrator', 'change-registry', '--set', '0,2', '--redundancy-buffer', '0');
    await refused(/emergency: only removes/, 'administrator', 'change-registry', '--redundancy-buffer', '1', '--emergency');
    await twice('administrator', 'change-registry', '--emergency');
    expect(await deployed.reader.config()).toMatchObject({ registryVersion: 4n, oldestAcceptedVersion: 4n });
    expect(await deployed.reader.currentRegistry()).toMatchObject({ active: 3, redundancyBuffer: 0 });
  });

  it('change-registry sets no node in an emergency', async () => {
    await registerNodes(3, 28);
    await refused(/emergency: only removes/, 'administrator', 'change-registry', '--set', '3-27', '--emergency');
  });

  it('a gateway is registered, stopped, started and stopped in an emergency', async () => {
    const [other] = [named('stranger')];
    const isActive = async (): Promise<boolean> => {
      const { value } = await deployed.reader.gateway(gatewayAddress(deployed.programId, signerOf('stranger').address));
      return gatewayIsActive(value!);
    };
    await refused(/gateway: .* is not registered/, 'administrator', 'gateway', 'stop', '--gateway', other);
    await refused(/key: is/, 'stranger', 'register-gateway', '--gateway', other);
    await twice('administrator', 'register-gateway', '--gateway', other);
    await refused(/key: is/, 'stranger', 'gateway', 'stop', '--gateway', other);
    await twice('administrator', 'gateway', 'stop', '--gateway', other);
    expect(await isActive()).toBe(false);
    await refused(/key: is/, 'stranger', 'gateway', 'start', '--gateway', other);
    // A switch comes strictly after the opposite one.
    deployed.ledger.advanceClock(1);
    await twice('administrator', 'gateway', 'start', '--gateway', other);
    expect(await isActive()).toBe(true);
    deployed.ledger.advanceClock(1);
    await refused(/TooSoon/, 'administrator', 'gateway', 'stop', '--gateway', other);
    await refused(/key: is/, 'stranger', 'gateway', 'emergency-stop', '--gateway', other);
    await twice('administrator', 'gateway', 'emergency-stop', '--gateway', other);
    expect(await isActive()).toBe(false);
  });

  it('the administration is handed over in two steps', async () => {
    const successor = named('successor');
    await refused(/key: is/, 'stranger', 'hand-over', '--to', successor);
    await refused(/key: is .* the proposed administrator is none/, 'successor', 'accept');
    await twice('administrator', 'hand-over', '--to', successor);
    await twice('administrator', 'hand-over', '--to', 'none');
    await terminal.type('administrator', 'hand-over', '--to', successor);
    await refused(/key: is .* the proposed administrator is/, 'stranger', 'accept');
    await twice('successor', 'accept');
    expect((await deployed.reader.config()).authority).toEqual(signerOf('successor').address);
  });

  function subscribeWords(rounds: string, gateway = named('gateway')): string[] {
    return ['subscribe', '--gateway', gateway, '--max-signatures', '3', '--rounds', rounds, '--expires', FAR.replace('2090', '2027')];
  }

  it('subscribe buys what it says, at the price it says', async () => {
    await refused(/gateway: .* is not registered/, 'owner', ...subscribeWords('10', named('stranger')));
    await refused(/key: holds 0 atomic units of the stablecoin, the price is 2500/, 'stranger', ...subscribeWords('10'));
    const before = tokens('owner');
    const output = await twice('owner', ...subscribeWords('10'));
    expect(output).toContain('tokens  2,500 atomic units (0.0025 tokens)');
    expect(before - tokens('owner')).toBe(2_500n);
    await refused(/key: has a subscription with other terms/, 'owner', ...subscribeWords('10', named('stranger')));
  });

  it('a delegate is set, bounded anew, revoked for good and closed in its time', async () => {
    const own = ['--delegate', named('stranger')];
    const bounds = (rounds: string): string[] => ['--rounds', rounds, '--max-signatures', '2', '--expires', '2027-06-01T00:00:00Z'];
    await refused(/key: has no subscription/, 'owner', 'delegate', 'set', ...own, ...bounds('5'));
    await terminal.type('owner', ...subscribeWords('10'));
    await refused(/delegate: .* is not a delegate of this subscription/, 'owner', 'delegate', 'revoke', ...own);
    await refused(/InvalidExpiry/, 'owner', 'delegate', 'set', ...own, ...bounds('5').with(-1, '2020-01-01T00:00:00Z'));
    expect(await twice('owner', 'delegate', 'set', ...own, ...bounds('5'))).toContain('adds delegate');
    expect(await twice('owner', 'delegate', 'set', ...own, ...bounds('7'))).toContain('bounds delegate');
    await refused(/TooSoon/, 'owner', 'delegate', 'close', ...own);
    await twice('owner', 'delegate', 'revoke', ...own);
    await refused(/delegate: .* is revoked for good/, 'owner', 'delegate', 'set', ...own, ...bounds('9'));
    deployed.ledger.advanceClock(7 * 3_600);
    await twice('owner', 'delegate', 'close', ...own);
  });

  it('renew fills a subscription up to what is named', async () => {
    await refused(/key: has no subscription/, 'owner', 'renew', '--rounds', '10');
    await terminal.type('owner', ...subscribeWords('10'));
    await refused(/InvalidExpiry/, 'owner', 'renew', '--rounds', '25', '--expires', FAR);
    const output = await twice('owner', 'renew', '--rounds', '25');
    expect(output).toContain('adds 15 rounds of up to 3 signatures to the 10 that are left');
    const { value } = await deployed.reader.subscription(signerOf('owner').address, { fresh: true });
    expect(value).toMatchObject({ roundsLeft: 25n, maxSignatures: 3 });
    await twice('owner', 'renew', '--expires', '2027-06-01T00:00:00Z');
  });
});

it('treasury create comes before the first subscription, and says so', async () => {
  await terminal.type('administrator', 'initialise', ...mintFlags(), ...SETTING_FLAGS);
  const to = named('administrator');
  await refused(/treasury: has no token account yet: run `treasury create` first/, 'administrator', 'treasury', 'withdraw', '--to', to);
  await refused(/redundancy-buffer: is required for the first/, 'administrator', 'change-registry', '--set', '0');
  await twice('stranger', 'treasury', 'create');
});

it('a key without lamports is told what is needed', async () => {
  await terminal.type('administrator', 'initialise', ...mintFlags(), ...SETTING_FLAGS);
  await refused(/key: holds 0 lamports, needs \d+: send lamports to the key/, 'nobody', 'treasury', 'create');
});
