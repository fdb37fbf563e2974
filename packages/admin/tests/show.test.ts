import { fileURLToPath } from 'node:url';

import type { FetchLike } from '@oracle-gateway/ledger';
import { programArtifactPath } from '@oracle-gateway/program/artifact';
import { formatAddress, toHex } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';

import {
  planFundEscrow,
  planHandOver,
  planPauseEscrow,
  planRegisterNode,
  planRequestWithdraw,
  planSetDelegate,
  planSubscribe,
  readProtocolState,
  stateTable,
  viewLedger,
} from '../src/index.js';
import { deployLedger, perform, setUp, signerOf, type DeployedLedger } from './deployed-ledger.js';
import { openTerminal, type Terminal } from './typed-command.js';

let deployed: DeployedLedger;
let terminal: Terminal;
beforeAll(async () => {
  deployed = await deployLedger();
  terminal = openTerminal(deployed);
  await setUp(deployed);
  const [administrator, owner] = [deployed.administer('administrator'), deployed.administer('owner')];
  const spare = { registration: deployed.registration(3), intoRegistry: false };
  await perform(administrator, await planRegisterNode(administrator, spare));
  const terms = { gateway: signerOf('gateway').address, maxSignatures: 3, rounds: 10n, expiresAtSeconds: 1_830_000_000n };
  await perform(owner, await planSubscribe(owner, terms));
  const bounds = { authority: signerOf('delegate').address, rounds: 5n, maxSignatures: 2, expiresAtSeconds: 1_825_000_000n };
  await perform(owner, await planSetDelegate(owner, bounds));
  const escrow = { gateway: signerOf('gateway').address };
  await perform(owner, await planFundEscrow(owner, { ...escrow, holdAtomic: 7_000n }));
  await perform(owner, await planRequestWithdraw(owner, escrow));
  const stranger = deployed.administer('stranger');
  await perform(stranger, await planPauseEscrow(stranger, escrow));
  await perform(administrator, await planHandOver(administrator, { newAuthority: signerOf('successor').address }));
});
afterAll(async () => {
  terminal.close();
  await deployed.close();
});

function named(name: string): string {
  return formatAddress(signerOf(name).address);
}
function show(...words: string[]) {
  return terminal.typeExactly(null, 'show', '--rpc', deployed.rpcUrl, '--program', formatAddress(deployed.programId), ...words);
}

it('show --json tells everything that the program holds, without a key', async () => {
  const { exitCode, output, errors } = await show('--json');
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  expect(JSON.parse(output)).toMatchObject({
    program: formatAddress(deployed.programId),
    network: deployed.network,
    authority: named('administrator'),
    pendingAuthority: named('successor'),
    mint: formatAddress(deployed.mint),
    treasury: { amountAtomic: '2500', decimals: 6 },
    settings: { min_signers: '2', settle_window_seconds: '21600', subscription_round_per_sig: '50' },
    registryVersion: '1',
    registries: [{ version: '1', active: 3, redundancyBuffer: 1, minSigners: 2 }],
    nodes: [
      { index: 0, inService: true },
      { index: 1, inService: true },
      { index: 2, inService: true },
      { index: 3, inService: false, endpoint: 'http://node-3.test', publicKey: toHex(deployed.registration(3).publicKey) },
    ],
    gateways: [{ authority: named('gateway'), active: true }],
    subscriptions: [{ owner: named('owner'), roundsLeft: '10', maxSignatures: 3, expiresAt: '1830000000', paused: false }],
    delegates: [{ authority: named('delegate'), rounds: '5', roundsSettled: '0', maxSignatures: 2, revokedAt: '0' }],
    receipts: { count: 0, lamports: '0' },
    agentRounds: { count: 0, lamports: '0' },
    feeds: { count: 0, lamports: '0' },
    signerSets: { count: 0, lamports: '0' },
  });
});

it('show tells what each escrow holds, whether it is paused, and from when it can be emptied', async () => {
  const { escrows } = JSON.parse((await show('--json')).output) as { escrows: Record<string, unknown>[] };
  const byPayer = new Map(escrows.map((escrow) => [escrow.authority, escrow]));
  const requested = byPayer.get(named('owner'))!;
  expect(requested).toMatchObject({ heldAtomic: '7000', paused: true });
  const emptiedFrom = BigInt(requested.withdrawRequestedAt as string) + 21_600n + 600n + 1n;
  expect(requested.withdrawableFrom).toBe(emptiedFrom.toString());
  expect(byPayer.get(named('stranger'))).toMatchObject({ heldAtomic: null, paused: true, withdrawableFrom: null });
  const { output } = await show();
  expect(output).toMatch(new RegExp(`^ {2}${named('owner')} +\\w+ +7,000 +paused +\\d+ \\w+ 20\\d\\d, [\\d:]+ UTC$`, 'm'));
  expect(output).toMatch(new RegExp(`^ {2}${named('stranger')} +\\w+ +0 +paused +not requested$`, 'm'));
});

it('show prints the same for people', async () => {
  const { exitCode, output } = await show();
  expect(exitCode).toBe(0);
  for (const line of [
    `administrator  ${named('administrator')}`,
    `proposed       ${named('successor')}`,
    'holds 2,500 atomic units (0.0025 tokens)',
    'settle_window_seconds       21,600',
    '28 December 2027, 13:20 UTC',
  ]) {
    expect(output).toContain(line);
  }
  expect(output).toMatch(/^ {2}1 +3 +2 +1 +current$/m);
  expect(output).toMatch(/^ {2}3 +no +http:\/\/node-3.test/m);
});

it('receipts that a server does not tell are not counted, and the rest is shown', async () => {
  const forward: FetchLike = async (url, init) => {
    if (!init.body.includes('dataSlice')) return fetch(url, init);
    const { id } = JSON.parse(init.body) as { id: number };
    return Response.json({ jsonrpc: '2.0', id, error: { code: -32_010, message: 'excluded from account secondary indexes' } });
  };
  const view = viewLedger({ programId: deployed.programId, server: { rpcUrl: deployed.rpcUrl, fetch: forward } });
  const state = await readProtocolState(view);
  expect(state).toMatchObject({ counts: { receipts: { count: null, lamports: null } }, gateways: [{}] });
  expect(stateTable(state)).toContain('more than this server tells');
});

it('program verify tells the deployed file from another, and the key that may replace it', async () => {
  const verify = (file: string, ...words: string[]) =>
    terminal.typeExactly(
      null,
      'program',
      'verify',
      '--rpc',
      deployed.rpcUrl,
      '--program',
      formatAddress(deployed.programId),
      '--file',
      file,
      ...words,
    );
  const built = fileURLToPath(programArtifactPath);
  const same = await verify(built);
  expect(same).toMatchObject({ exitCode: 0, errors: '' });
  expect(same.output).toMatch(/^[0-9a-f]{64} {2}.*oracle_program\.so\ndeployed at \w+ since slot \d+\n\w+ can replace it\n$/);
  const other = await verify(fileURLToPath(import.meta.url), '--json');
  expect(other.exitCode).toBe(4);
  expect(JSON.parse(other.output)).toMatchObject({ isDeployed: false, program: formatAddress(deployed.programId) });
  expect(await verify('/nowhere/file.so')).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('--file: must name a file') as string,
  });
});
