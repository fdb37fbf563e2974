import { mintTo } from '@oracle-gateway/litesvm-rpc';
import { formatAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress, escrowAddress, gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { deployLedger, secretKeyOf, setUp, signerOf, type DeployedLedger } from './deployed-ledger.js';
import { expectationsOf, type Expectations } from './expectations.js';
import { openTerminal, type Terminal } from './typed-command.js';

/** The settle window, the delay of a withdrawal, and a minute against the wall clock that the ledger's follows. */
const [WINDOW_SECONDS, GRACE_SECONDS, MINUTE_SECONDS] = [21_600, 600, 60];
const WITH_GATEWAY = ['--gateway', formatAddress(signerOf('gateway').address)];
const WITH_NOBODY = ['--gateway', formatAddress(signerOf('stranger').address)];

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

function escrowOf(payer: string) {
  const { programId } = deployed;
  return escrowAddress(programId, signerOf(payer).address, gatewayAddress(programId, signerOf('gateway').address));
}
function tokensOf(owner: ReturnType<typeof escrowOf>): bigint {
  const account = deployed.ledger.account(associatedTokenAddress(owner, deployed.mint));
  return account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(64);
}
function fund(hold: string): string[] {
  return ['escrow', 'fund', ...WITH_GATEWAY, '--hold', hold];
}
async function must(key: string, ...words: string[]): Promise<string> {
  const { exitCode, output, errors } = await terminal.type(key, ...words);
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  return output;
}
/** Asked for now, and possible. */
async function requestAndWait(key: string): Promise<void> {
  await must(key, 'escrow', 'request-withdraw', ...WITH_GATEWAY);
  deployed.ledger.advanceClock(WINDOW_SECONDS + GRACE_SECONDS + MINUTE_SECONDS);
}

describe('escrow fund', () => {
  it("pays in what is missing, and creates the escrow's token account once", async () => {
    const before = tokensOf(signerOf('owner').address);
    const first = await twice('owner', ...fund('5000'));
    expect(first).toContain('locked in token account of the escrow');
    expect(first).toContain('tokens  5,000 atomic units (0.005 tokens)');
    const second = await twice('owner', ...fund('8000'));
    expect(second).toContain('pays 3000 atomic units into the escrow');
    expect(second).not.toContain('rent');
    expect(tokensOf(escrowOf('owner'))).toBe(8_000n);
    expect(before - tokensOf(signerOf('owner').address)).toBe(8_000n);
  });

  it('is refused to a payer with too few tokens, and for an account that is no gateway', async () => {
    await refused(/key: holds 0 atomic units of the stablecoin, needs 5000: send tokens to the key/, 'stranger', ...fund('5000'));
    await refused(/key: holds 1000000000 .* needs 1000000001/, 'owner', ...fund('1000000001'));
    await refused(/gateway: .* is not registered/, 'owner', 'escrow', 'fund', ...WITH_NOBODY, '--hold', '1');
  });

  it('says so where the escrow is paused', async () => {
    await must('owner', 'escrow', 'pause', ...WITH_GATEWAY);
    expect(await twice('owner', ...fund('5'))).toContain('it stays paused');
  });
});

describe('escrow pause and resume', () => {
  it('pause creates the account if it does not exist', async () => {
    expect(await twice('owner', 'escrow', 'pause', ...WITH_GATEWAY)).toContain('locked in AgentEscrow');
    expect(deployed.ledger.account(escrowOf('owner'))!.data).toHaveLength(112);
    await refused(/gateway: .* is not registered/, 'owner', 'escrow', 'pause', ...WITH_NOBODY);
  });

  it('resume is refused without an account, and to every key but the payer', async () => {
    const none = /key: .* has no account of the escrow with gateway/;
    await refused(none, 'owner', 'escrow', 'resume', ...WITH_GATEWAY);
    await must('owner', 'escrow', 'pause', ...WITH_GATEWAY);
    await refused(none, 'stranger', 'escrow', 'resume', ...WITH_GATEWAY);
    // A switch comes strictly after the opposite one.
    deployed.ledger.advanceClock(1);
    await twice('owner', 'escrow', 'resume', ...WITH_GATEWAY);
  });

  it('pausing again is refused while rounds from before the resumption settle', async () => {
    await must('owner', 'escrow', 'pause', ...WITH_GATEWAY);
    deployed.ledger.advanceClock(1);
    await must('owner', 'escrow', 'resume', ...WITH_GATEWAY);
    deployed.ledger.advanceClock(1);
    await refused(/TooSoon/, 'owner', 'escrow', 'pause', ...WITH_GATEWAY);
    await refused(/TooSoon/, 'owner', 'escrow', 'request-withdraw', ...WITH_GATEWAY);
    deployed.ledger.advanceClock(WINDOW_SECONDS);
    await twice('owner', 'escrow', 'pause', ...WITH_GATEWAY);
  });
});

describe('escrow request-withdraw and withdraw', () => {
  const withdraw = ['escrow', 'withdraw', ...WITH_GATEWAY];

  it('request-withdraw pauses, and creates the account if it does not exist', async () => {
    expect(await twice('owner', 'escrow', 'request-withdraw', ...WITH_GATEWAY)).toContain('locked in AgentEscrow');
    expect(await must('owner', 'escrow', 'pause', ...WITH_GATEWAY)).toMatch(/^already so: .* is paused, since /);
  });

  it('withdraw leaves what it is told to leave, and then moves the rest', async () => {
    const before = tokensOf(signerOf('owner').address);
    await must('owner', ...fund('5000'));
    await requestAndWait('owner');
    expect(await twice('owner', ...withdraw, '--leave', '400')).toContain('moves 4600 of 5000 atomic units');
    expect(tokensOf(escrowOf('owner'))).toBe(400n);
    const own = formatAddress(associatedTokenAddress(signerOf('owner').address, deployed.mint));
    await twice('owner', ...withdraw, '--to', own);
    expect(tokensOf(signerOf('owner').address)).toBe(before);
  });

  it('withdraw is refused without an account, without a request, and before its time, which it names', async () => {
    await refused(/key: .* has no account of the escrow/, 'owner', ...withdraw);
    await must('owner', ...fund('5000'));
    await must('owner', 'escrow', 'pause', ...WITH_GATEWAY);
    await refused(/escrow: no withdrawal is requested: `escrow request-withdraw` comes first/, 'owner', ...withdraw);
    await must('owner', 'escrow', 'request-withdraw', ...WITH_GATEWAY);
    // The delay is over, and what was dated ahead may still settle.
    deployed.ledger.advanceClock(WINDOW_SECONDS + MINUTE_SECONDS);
    await refused(/escrow: can be emptied from \d+ \w+ 20\d\d, \d\d:\d\d(:\d\d)? UTC on: repeat the command then/, 'owner', ...withdraw);
    deployed.ledger.advanceClock(GRACE_SECONDS);
    await twice('owner', ...withdraw);
  });

  it('withdraw is refused to every key but the payer, and to the account of another key', async () => {
    await must('owner', ...fund('5000'));
    await requestAndWait('owner');
    await refused(/key: .* has no account of the escrow/, 'stranger', ...withdraw);
    const foreign = formatAddress(associatedTokenAddress(signerOf('administrator').address, deployed.mint));
    await refused(/to: must be a token account of mint .* that belongs to the key/, 'owner', ...withdraw, '--to', foreign);
    const none = formatAddress(signerOf('owner').address);
    await refused(/to: must be a token account/, 'owner', ...withdraw, '--to', none);
    expect(tokensOf(escrowOf('owner'))).toBe(5_000n);
  });

  it('withdraw is refused after a resumption, which ends the request', async () => {
    await must('owner', ...fund('5000'));
    await requestAndWait('owner');
    expect(await twice('owner', 'escrow', 'resume', ...WITH_GATEWAY)).toContain('ends the request to withdraw');
    await refused(/escrow: no withdrawal is requested/, 'owner', ...withdraw);
  });

  it('withdraw creates the token account of a payer who has none', async () => {
    const mintAuthority = secretKeyOf('administrator');
    mintTo(deployed.ledger, { mintAuthority, mint: deployed.mint, owner: escrowOf('stranger'), amountAtomic: 700n });
    await requestAndWait('stranger');
    expect(await twice('stranger', ...withdraw)).toContain('locked in token account of the key');
    expect(tokensOf(signerOf('stranger').address)).toBe(700n);
  });
});
