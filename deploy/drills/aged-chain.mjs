import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestClient, http, publicActions, walletActions } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { compiled } from '../../contracts/evm/tools/compiled.mjs';
import { eventually, freePort, spawnTied } from '../../packages/dev-servers/dist/index.js';
import { configAddress, decodeConfig, decodeRegistry, registryAddress } from '../../packages/protocol/dist/accounts/index.js';
import { encodeRegistrySnapshot, fromHex, parseAddress, toHex } from '../../packages/protocol/dist/index.js';
import { createSigningKey, provePossession } from '../../packages/schnorr/dist/signing/index.js';

const DAY_SECONDS = 86_400;
const [GRACE_SECONDS, TRUST_SECONDS] = [BigInt(DAY_SECONDS), BigInt(14 * DAY_SECONDS)];
const TIMES = { maxAgeMs: 120_000n, maxAheadMs: 5_000n };
const MAX_APART_MS = 1_000n;
const NO_BYTES = `0x${'00'.repeat(32)}`;
const FUNDS = 10n ** 18n;

/**
 * An EVM chain whose contracts were deployed so many days ago, for the present registry of a world and the feeds of an owner. Its clock is right
 * again, so the version that the contract holds lapses fourteen days after it was deployed.
 *
 * @param {{ drilled: any, ageDays: number, feeds: { owner: Uint8Array, quorum: number } }} input
 * @returns {Promise<{ target: object, close: () => void }>} the table of a keeper's target for it
 */
export async function startAgedChain({ drilled, ageDays, feeds }) {
  const { world, state } = drilled;
  const deployedAt = Math.floor(Date.now() / 1_000) - ageDays * DAY_SECONDS;
  const port = await freePort();
  const anvil = fileURLToPath(import.meta.resolve('@foundry-rs/anvil/bin.mjs'));
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--timestamp', String(deployedAt - 1), '--silent'];
  const child = spawnTied(process.execPath, [anvil, ...flags], { stdio: 'ignore', addedEnv: { TARGET_TOOL: 'anvil' } });
  const url = `http://127.0.0.1:${port}`;
  const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(url, { retryCount: 0 }), pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions);
  await eventually(() => client.getChainId());
  const [account] = await client.getAddresses();
  const contracts = new Map(compiled(['OracleGateway', 'CrossConsumer']));
  const deploy = async (name, args) => {
    const { abi, evm } = contracts.get(name);
    const hash = await client.deployContract({ abi, bytecode: `0x${evm.bytecode.object}`, args, account });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash });
    return contractAddress;
  };
  const { first, proofs } = await deployersWord(world, state, deployedAt);
  await client.setNextBlockTimestamp({ timestamp: BigInt(deployedAt) });
  const oracle = await deploy('OracleGateway', [toHex(encodeRegistrySnapshot(first)), proofs, GRACE_SECONDS, TRUST_SECONDS]);
  const kept = { owner: toHex(feeds.owner), signaturesRequired: feeds.quorum, ...TIMES };
  const contract = await deploy('CrossConsumer', [oracle, kept, MAX_APART_MS]);
  await client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1_000)) });
  await client.mine({ blocks: 1 });
  const key = generatePrivateKey();
  const keyPath = join(state, 'chain.key');
  await writeFile(keyPath, key, { mode: 0o600 });
  await client.setBalance({ address: privateKeyToAddress(key), value: FUNDS });
  return {
    target: { kind: 'evm', chain_id: foundry.id, rpc_url: url, key_path: keyPath, contract },
    close: () => child.kill(),
  };
}

/** The first version as its deployer names it, with a proof of each node's key. */
async function deployersWord({ ledger, manifest }, state, signedAtSeconds) {
  const programId = parseAddress(manifest.programId);
  const { deploymentId, registryVersion: version } = decodeConfig(ledger.account(configAddress(programId)).data);
  const { minSigners, keys } = decodeRegistry(ledger.account(registryAddress(programId, version)).data);
  const proofs = manifest.nodes.map(async ({ url: endpoint }, index) => {
    const secret = await readFile(join(state, 'keys', `node-${index}.hex`), 'utf8');
    const signingKey = createSigningKey(fromHex(`0x${secret.trim()}`, 32));
    const [encryptionKey, operator] = [new Uint8Array(32), new Uint8Array(32)];
    const registered = { deploymentId, index, encryptionKey, operator, previousRegisteredAt: 0n, endpoint };
    const { s, commitment } = provePossession({ ...registered, signingKey }, { random: randomBytes });
    const shown = { index, encryptionKey: NO_BYTES, operator: NO_BYTES, previousRegisteredAt: 0n, endpoint };
    return { ...shown, s: BigInt(toHex(s)), commitment: toHex(commitment) };
  });
  const signed = { signerVersion: version, version, oldestAcceptedVersion: 0n, signedAtSeconds };
  return { first: { deploymentId, ...signed, minSigners, keys }, proofs: await Promise.all(proofs) };
}
