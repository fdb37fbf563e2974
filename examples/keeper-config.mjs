#!/usr/bin/env node
// Writes the configuration of a keeper for the localnet, with its sample keys: .localnet/keeper.toml. docs/keeper.md says what to do with it.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { gateway, ledger, secretKeyOf } from './localnet.mjs';

const manifestPath = resolve(process.argv[2] ?? '.localnet/manifest.json');
const folder = dirname(manifestPath);
/** @type {import('@oracle-gateway/localnet').Manifest} */
const { redisUrl } = JSON.parse(await readFile(manifestPath, 'utf8'));

/** @param {import('@oracle-gateway/localnet').ManifestKey} name */
async function keyFile(name) {
  const path = join(folder, `keeper-${name}.json`);
  await writeFile(path, JSON.stringify([...secretKeyOf(name)]), { mode: 0o600 });
  return path;
}

const path = join(folder, 'keeper.toml');
await writeFile(
  path,
  `[gateways.main]
url = "${gateway}"

[solana]
rpc_url = "${ledger.rpcUrl}"
program_id = "${ledger.programId}"
network = "${ledger.network}"

[redis]
url = "${redisUrl}"

[targets.solana]
kind = "solana"
keypair_path = "${await keyFile('stranger')}"

[accounts.subscription]
kind = "owner"
keypair_path = "${await keyFile('subscriptionOwner')}"

[feeds.btc-usd]
source = "coinbase/btc-usd"
account = "subscription"
quorum = 3
heartbeat_seconds = 60
deviation_basis_points = 50
max_per_day = 2500
`,
  { mode: 0o600 },
);
console.log(path);
