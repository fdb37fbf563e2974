import { deployLedger, type DeployedLedger, secretKeyOf, setUp, signerOf } from '@oracle-gateway/admin/testing';
import type { Info } from '@oracle-gateway/client';
import { formatAddress } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openTerminal, PROGRAM, type TypedTerminal } from './typed-command.js';

const GATEWAY = 'http://gateway.test';
/** Nothing of the environment. */
const environment = { ORACLE_GATEWAY_URL: '', ORACLE_GATEWAY_RPC: '', ORACLE_GATEWAY_PROGRAM: '', ORACLE_GATEWAY_NETWORK: '' };

let deployed: DeployedLedger;
let terminal: TypedTerminal;
let key: string;
beforeEach(async () => {
  deployed = await deployLedger();
  await setUp(deployed);
  const programId = formatAddress(deployed.programId);
  const gatewayPda = formatAddress(gatewayAddress(deployed.programId, signerOf('gateway').address));
  terminal = openTerminal({ info: () => Promise.resolve({ programId, gatewayPda } as Info) });
  key = terminal.file('id.json', JSON.stringify([...secretKeyOf('owner')]));
});
afterEach(async () => {
  terminal.close();
  await deployed.close();
});

function profiles(): unknown {
  return JSON.parse(readFileSync(join(terminal.home, '.config', 'oracle-gateway', 'config.json'), 'utf8'));
}
function flags(program = formatAddress(deployed.programId)): string[] {
  return ['--gateway', GATEWAY, '--rpc', deployed.rpcUrl, '--program', program, '--key', key];
}

describe('init', () => {
  it('asks for gateway, server, program and key, tries them, and writes the profile', async () => {
    const program = formatAddress(deployed.programId);
    const { exitCode, output, errors } = await terminal.type(['init'], {
      environment,
      answers: [GATEWAY, deployed.rpcUrl, program, '~/id.json'],
    });
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: 'profile default is ready: oracle-gateway get coinbase/btc-usd\n' });
    expect(errors).toContain(`gateway ${GATEWAY} serves program ${program} on ${deployed.network}`);
    expect(errors).toMatch(/key \w+ holds \$1,000\.00 and [\d.]+ SOL/);
    expect(profiles()).toEqual({
      profile: 'default',
      profiles: { default: { gateway: GATEWAY, rpc: deployed.rpcUrl, program, network: deployed.network, key } },
    });
  });

  it('asks again for an answer that breaks its rule, and offers the present setting', async () => {
    await terminal.type(['init', '--yes', ...flags()], { environment });
    const { exitCode, errors } = await terminal.type(['init'], { environment, answers: ['ftp://x', '', '', '', '', ''] });
    expect(exitCode).toBe(0);
    expect(errors.split(`URL of the gateway [${GATEWAY}]: `)).toHaveLength(3);
  });

  it('asks nothing with --yes, in a profile of its own', async () => {
    const { exitCode } = await terminal.type(['init', '--yes', '--profile', 'local', ...flags()], { environment });
    expect(exitCode).toBe(0);
    expect(profiles()).toMatchObject({ profiles: { local: { network: deployed.network } } });
  });

  it.each<[string, () => string[], string]>([
    ['a gateway of another program', () => flags(PROGRAM), '--program: must be the program that the gateway serves'],
    ['a key file that is none', () => [...flags().slice(0, -1), terminal.file('other.json', '{}')], '--key: must hold a key in the form'],
    ['a network that the server is not of', () => [...flags(), '--network', 'solana:mainnet'], 'ledger.network: must be the network'],
    ['a network that is not known', () => [...flags(), '--network', 'devnet'], '--network: must be a CAIP-2 id such as solana:'],
  ])('writes nothing for %s', async (_what, given, text) => {
    const { exitCode, errors } = await terminal.type(['init', '--yes', ...given()], { environment });
    expect(exitCode).not.toBe(0);
    expect(errors).toContain(text);
    expect(profiles).toThrow('ENOENT');
  });

  it('names the flag where no terminal asks', async () => {
    expect(await terminal.type(['init'], { environment })).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('--gateway: is required where no terminal asks; give it with --yes') as unknown,
    });
    expect((await terminal.type(['init', '--yes'], { environment })).errors).toContain('--gateway: is required with --yes');
  });
});
