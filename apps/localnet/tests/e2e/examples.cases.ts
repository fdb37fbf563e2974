import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, expect, it } from 'vitest';

import { projectRoot } from '../../src/base/project-root.js';
import { ordinaryWorld } from './ordinary-world.js';
import { treasuryOf } from './test-payer.js';
import type { TestWorld } from './test-world.js';

const VALUE = '64628.31';
/** Programs that need no world. */
const OTHERS = ['build-browser', 'localnet'];

const PRINTED: Readonly<Record<string, RegExp>> = {
  'agent-round': new RegExp(`^paid 2500 atomic units into the escrow \\w+\n${VALUE} settled\n$`),
  'api-rounds': /^JSON-RPC: 64628\.31\nGraphQL: 3124\.505\nBLS: 325\.031\nFRED: 4\.4\nEtherscan: 22433115\n$/,
  'catalogue-round': /^Open-Meteo, .*: -2\.4\n$/,
  'delegate-round': new RegExp(`^${VALUE} settled\n$`),
  'index-round': /^64628\.4\n$/,
  'keeper-config': /\/keeper\.toml\n$/,
  'list-round': new RegExp(`^${VALUE}\n3124\\.505\n141\\.275\n$`),
  'owner-round': new RegExp(`^${VALUE}\n$`),
  'paid-round': new RegExp(`^${VALUE} paid\n$`),
  'sealed-round': /^1234\.5\n$/,
  'session-round': new RegExp(`^signed in as \\w+\n${VALUE}\n${VALUE}\nsigned out: bearer_invalid\n$`),
  'submit-feed': new RegExp(`^sent \\w+\nfeed ${VALUE} observed at \\S+Z, signed by 3 nodes\n$`),
  'verify-answer': new RegExp(
    `^${VALUE}, signed by nodes \\d, \\d, \\d, observed at \\S+Z\nchanged: the nodes of the registry did not sign this`,
  ),
};

let test: TestWorld;
beforeAll(() => {
  test = ordinaryWorld();
});

async function run(name: string): Promise<string> {
  const { manifest, path } = test.world.stateFolder;
  const script = join(projectRoot(), 'examples', `${name}.mjs`);
  const { stdout } = await promisify(execFile)(process.execPath, [script, manifest, join(path, 'answer.json')]);
  return stdout;
}

it('every example on the client is run here', async () => {
  const files = await readdir(join(projectRoot(), 'examples'));
  const programs = files.filter((name) => name.endsWith('.mjs')).map((name) => name.slice(0, -'.mjs'.length));
  expect(programs.filter((name) => !OTHERS.includes(name)).sort()).toEqual(Object.keys(PRINTED).sort());
});

it.each(Object.entries(PRINTED))('the example %s prints what it is for', async (name, printed) => {
  expect(await run(name)).toMatch(printed);
});

it('the example that pays per request brings the treasury the price of one round', async () => {
  const before = treasuryOf(test);
  await run('paid-round');
  const { x402RoundBase, rewardPerSignature } = test.world.manifest.prices;
  // A majority of five nodes.
  const signatures = 3n + BigInt(test.world.manifest.redundancyBuffer);
  expect(treasuryOf(test) - before).toBe(BigInt(x402RoundBase) + signatures * BigInt(rewardPerSignature));
});

it('the keeper takes the file of its example, and plans a day by the prices of the gateway', async () => {
  const config = (await run('keeper-config')).trim();
  const keeper = join(projectRoot(), 'apps/keeper/dist/standalone/main.js');
  const said = async (command: string): Promise<string> =>
    (await promisify(execFile)(process.execPath, [keeper, command, '--config', config])).stdout;
  expect(await said('check-config')).toMatch(/: valid\n {2}program +\w+\n[^]*feed btc-usd +owner \w+, id 0x[0-9a-f]{64}\n$/);
  const plan = await said('plan');
  expect(plan).toMatch(/^ {2}a round +.*subscription \d+.* atomic units$/m);
  expect(plan).toContain('  a day    14400 checks, 1800 heartbeats: 1800 rounds, at most 23400000 lamports\n');
  expect(plan).toContain('  limit    2500 rounds; leaves 700 rounds for deviations and failures\n');
});
