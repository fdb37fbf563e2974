import { deployLedger, type DeployedLedger, secretKeyOf, setUp, signerOf } from '@oracle-gateway/admin/testing';
import type { Info } from '@oracle-gateway/client';
import { formatAddress } from '@oracle-gateway/protocol';
import { decodeSubscription, gatewayAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openTerminal, type Typed, type TypedTerminal, type Typing } from './typed-command.js';

/** Settle window, delay of a withdrawal with its grace, and a minute against the wall clock that the ledger's follows. */
const DELAY_SECONDS = 21_600 + 600 + 60;
/** The clock of typed commands is in 2026, and the ledger's is the wall clock. */
const UNTIL = ['--until', '2035-01-31'];
const HELPER = formatAddress(signerOf('helper').address);

let deployed: DeployedLedger;
let terminal: TypedTerminal;
let settings: Readonly<Record<string, string>>;
beforeEach(async () => {
  deployed = await deployLedger();
  await setUp(deployed);
  const { rpcUrl, programId, network } = deployed;
  const gatewayPda = formatAddress(gatewayAddress(programId, signerOf('gateway').address));
  terminal = openTerminal({ info: () => Promise.resolve({ gatewayPda } as Info) });
  settings = { ORACLE_GATEWAY_RPC: rpcUrl, ORACLE_GATEWAY_PROGRAM: formatAddress(programId), ORACLE_GATEWAY_NETWORK: network };
});
afterEach(async () => {
  terminal.close();
  await deployed.close();
});

function type(words: string, { as = 'owner', ...typing }: Typing & { readonly as?: string } = {}): Promise<Typed> {
  const key = terminal.file(`${as}.json`, JSON.stringify([...secretKeyOf(as)]));
  return terminal.type([...words.split(' '), '--key', key], { ...typing, environment: settings });
}
async function must(words: string): Promise<string> {
  const { exitCode, output, errors } = await type(`${words} --yes -q`);
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  return output;
}
function subscription() {
  const account = deployed.ledger.account(subscriptionAddress(deployed.programId, signerOf('owner').address));
  return account === null ? null : decodeSubscription(account.data);
}
const SUBSCRIBE = `subscribe --rounds 100 ${UNTIL.join(' ')} --quorum 3`;

describe('subscribe', () => {
  it('shows effects, price in dollars, rent and fee, and sends once it is told yes', async () => {
    const { exitCode, output, errors } = await type(SUBSCRIBE, { answers: ['y'] });
    expect({ exitCode, errors: errors.split('\n')[0] }).toEqual({
      exitCode: 0,
      errors: expect.stringContaining('Send it? [y/N]') as unknown,
    });
    expect(output).toContain('buys 100 rounds of up to 3 signatures at $0.00025 each, until 31 January 2035, 00:00 UTC');
    expect(output).toContain('  price  $0.025\n');
    expect(output).toMatch(/ {2}rent {3}0\.00\d+ SOL, locked in Subscription/);
    expect(output).toContain('  fee    0.000007 SOL');
    expect(output).toMatch(/\ndone, confirmed: [1-9A-HJ-NP-Za-km-z]{80,88}\n$/);
    expect(subscription()).toMatchObject({ roundsLeft: 100n, maxSignatures: 3 });
  });

  it.each([
    ['without an answer, as where no terminal asks', {}],
    ['with another answer', { answers: ['n'] }],
  ])('sends nothing %s, and ends with the code of a declined call', async (_, typing) => {
    const { exitCode, output } = await type(SUBSCRIBE, typing);
    expect(exitCode).toBe(7);
    expect(output).toContain('nothing was sent; --yes sends without asking');
    expect(subscription()).toBeNull();
  });

  it('asks nothing with --yes, and takes the usual quorum where none is given', async () => {
    expect(await must('subscribe --rounds 5 --until 2035-01-31')).not.toContain('Send it');
    expect(subscription()).toMatchObject({ roundsLeft: 5n, maxSignatures: 3 });
  });

  it('prints one line of JSON for scripts, in the units of the wire', async () => {
    const { output, errors } = await type(`${SUBSCRIBE} --yes --json`);
    expect(JSON.parse(output)).toMatchObject({ command: 'subscribe', outcome: 'done', priceAtomic: '25000', feeLamports: '7000' });
    expect(errors).toContain('price  $0.025');
  });

  it('is refused with what stands against it and what to do', async () => {
    const poor = await type(`${SUBSCRIBE} --yes`, { as: 'stranger' });
    expect(poor.exitCode).toBe(3);
    expect(poor.errors).toMatch(/key: .* holds \$0\.00 of the stablecoin, and needs \$0\.025; send it tokens of /);
    const late = await type('subscribe --rounds 1 --until 2020-01-01 --yes');
    expect(late.exitCode).toBe(3);
    expect(late.errors).toContain('the ledger refused it, nothing changed: expires_at is not in the future');
  });

  it('is refused for a bad end or without a key', async () => {
    expect((await type('subscribe --rounds 1 --until soon')).errors).toContain('--until: must be a number of days such as 30d, a date');
    const { exitCode, errors } = await terminal.type(SUBSCRIBE.split(' '), { environment: settings });
    expect({ exitCode, errors }).toMatchObject({ exitCode: 2, errors: expect.stringContaining('--key: is required') as unknown });
  });
});

describe('renew', () => {
  it('adds rounds and time, or says that nothing is to do', async () => {
    await must(SUBSCRIBE);
    expect(await must('renew --rounds 10')).toContain('price  $0.0025');
    expect(subscription()).toMatchObject({ roundsLeft: 110n });
    expect(await must('renew --until 2030-01-01')).toContain('nothing to send: 110 rounds are left until 31 January 2035');
    expect((await type('renew')).errors).toContain('--rounds: or --until is required');
  });
});

describe('delegate', () => {
  it('adds, lists and revokes a key', async () => {
    await must(SUBSCRIBE);
    expect(await must(`delegate add ${HELPER} --rounds 7 --until 2034-01-01 --quorum 3`)).toContain('locked in Delegate');
    expect(await type('delegate list')).toMatchObject({
      exitCode: 0,
      output: `${HELPER}  0 of 7 rounds  quorum up to 3  until 1 January 2034, 00:00 UTC\n`,
    });
    await must(`delegate revoke ${HELPER}`);
    expect((await type('delegate list')).output).toMatch(/ revoked \d+ \w+ 20\d\d/);
    expect(JSON.parse((await type('delegate list --json')).output)).toMatchObject({ delegate: HELPER, rounds: '7', roundsSettled: '0' });
  });

  it('refuses a text that is not an address', async () => {
    expect(await type('delegate revoke nobody')).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('address: must be') as unknown,
    });
  });
});

describe('fund and withdraw', () => {
  it('fill and empty the escrow, and say from when on it can be emptied', async () => {
    expect(await must('fund $0.005')).toContain('pays $0.005 into your escrow with the gateway, which then holds $0.005');
    expect(await must('withdraw')).toContain('requests a withdrawal');
    expect(await must('withdraw')).toMatch(/nothing to send: a withdrawal is requested, and possible from .* UTC on: repeat this then/);
    deployed.ledger.advanceClock(DELAY_SECONDS);
    expect(await must('withdraw')).toContain('moves $0.005 out of your escrow');
    expect(await must('withdraw')).toContain('nothing to send: your escrow with the gateway holds nothing');
  });

  it.each(['5', '5000', '0usd', '$', '5eur'])('fund takes no amount without its unit: %s', async (text) => {
    const { exitCode, errors } = await type(`fund ${text} --yes`);
    expect(exitCode).toBe(2);
    expect(errors).toContain('money: must be an amount in dollars with its unit, such as $0.005 or 0.005usd');
  });
});
