import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { createTestClient, http, keccak256, numberToHex, publicActions, size, walletActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { anvil } from './sources.mjs';

const START = 1_800_000_000;
const READY_MS = 30_000;
/** Longest wait for one block. */
const RECEIPT_MS = 20_000;

/** A new chain, so what is measured on it has the same bytes whatever is measured before. */
export async function startChain() {
  const { child, url } = await startAnvil();
  const client = createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
  const [sender] = await client.getAddresses();
  let time = START;
  return {
    client,
    sender,
    stop: () => child.kill(),
    /** The time of the next block. An hour is more than the clock of anvil moves meanwhile. */
    tick: async () => {
      time += 3600;
      await client.setNextBlockTimestamp({ timestamp: BigInt(time) });
      return time;
    },
    /** The address of the new contract. */
    deploy: async ({ abi, bytecode }, args) => {
      const hash = await client.deployContract({ abi, bytecode, args, account: sender, chain: null });
      const { contractAddress, status } = await client.waitForTransactionReceipt({ hash, timeout: RECEIPT_MS });
      if (status !== 'success') throw new Error(`A contract of ${size(bytecode)} bytes was not deployed.`);
      return contractAddress;
    },
    /** The gas of the whole transaction. */
    send: async (to, data, value = 0n) => {
      const hash = await client.sendTransaction({ to, data, value, account: sender, chain: null });
      const { gasUsed, status } = await client.waitForTransactionReceipt({ hash, timeout: RECEIPT_MS });
      if (status !== 'success') throw new Error(`A transaction to ${to} failed: ${data.slice(0, 10)}.`);
      return Number(gasUsed);
    },
  };
}

async function startAnvil() {
  const args = [anvil(), '--port', '0', '--hardfork', 'cancun', '--disable-code-size-limit', '--timestamp', String(START)];
  const env = { ...process.env, TARGET_TOOL: 'anvil' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const late = setTimeout(() => child.kill(), READY_MS);
  let address;
  for await (const line of createInterface({ input: child.stdout })) {
    address = /Listening on (\S+)/.exec(line)?.[1];
    if (address !== undefined) break;
  }
  clearTimeout(late);
  if (address === undefined) throw new Error('anvil did not start.');
  return { child, url: `http://${address}` };
}

/** The first keys, one for each name that `nameOf` gives: Scribe holds one feed for each first byte of an address. */
export function keysOf(count, nameOf = ({ address }) => address) {
  const byName = new Map();
  for (let seed = 1n; byName.size < count && seed < 1000n; seed++) {
    const hex = keccak256(numberToHex(seed, { size: 32 }));
    const account = privateKeyToAccount(hex);
    const point = secp256k1.Point.BASE.multiply(BigInt(hex)).toAffine();
    if (!byName.has(nameOf(account))) byName.set(nameOf(account), { hex, account, point });
  }
  return [...byName.values()];
}
