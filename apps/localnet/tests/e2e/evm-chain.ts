import { fileURLToPath } from 'node:url';

import { eventually, freePort, spawnTied } from '@oracle-gateway/dev-servers';
import { acceptSnapshotCalldata, evmRoundOf, type Hex } from '@oracle-gateway/evm';
import { crossConsumerAbi, lenderPriceAbi, oracleGatewayAbi, ownPriceAbi } from '@oracle-gateway/evm/abi';
import { compiled } from '@oracle-gateway/evm/compiled';
import { encodeRegistrySnapshot, type RegistrySnapshot, toHex } from '@oracle-gateway/protocol';
import type { RegistryKeys, SignedRegistrySnapshot } from '@oracle-gateway/schnorr';
import {
  type Abi,
  BaseError,
  ContractFunctionRevertedError,
  createTestClient,
  decodeFunctionData,
  http,
  publicActions,
  walletActions,
} from 'viem';
import { foundry } from 'viem/chains';
import { expect } from 'vitest';

/** `Possession` of OracleGateway.sol. */
export interface EvmPossession {
  readonly index: number;
  readonly encryptionKey: Hex;
  readonly operator: Hex;
  readonly previousRegisteredAt: bigint;
  readonly endpoint: string;
  readonly s: bigint;
  readonly commitment: Hex;
}

/** A chain with the contract. A refusal has the name of the contract's error; null is what it accepts. */
export interface EvmChain {
  accept(registry: RegistryKeys, signed: SignedRegistrySnapshot): Promise<string | null>;
  /** Takes a gateway's answer and the keys of its registry version. */
  verify(result: unknown, registry: RegistryKeys): Promise<string | null>;
  /** The version that the contract holds. */
  current(): Promise<bigint>;
  oldestAccepted(): Promise<bigint>;
  passSeconds(seconds: bigint): Promise<void>;
  /** URL of its RPC server. */
  readonly url: string;
  /** The contract. */
  readonly oracle: Hex;
  /** Arguments of the constructor that every contract of keys takes: first version, proofs, grace and trust. */
  readonly firstVersion: readonly unknown[];
  deploy(name: DeployedName, args: readonly unknown[]): Promise<Hex>;
  fund(address: Hex): Promise<void>;
  /** Unix seconds when a contract of keys lapses. */
  lapsesAt(contract: Hex): Promise<bigint>;
  /** Value and stamp of a contract of one feed, or of a source of a contract of many. */
  latest(contract: Hex, sourceId?: Hex): Promise<readonly [value: bigint, observedAtMs: bigint]>;
  close(): void;
}

const ABIS = { OracleGateway: oracleGatewayAbi, CrossConsumer: crossConsumerAbi, LenderPrice: lenderPriceAbi, OwnPrice: ownPriceAbi };
type DeployedName = keyof typeof ABIS;

export interface EvmChainInput {
  /** The version that the deployer names. */
  readonly first: RegistrySnapshot;
  readonly proofs: readonly EvmPossession[];
  readonly graceSeconds: bigint;
  readonly trustSeconds: bigint;
  /** Unix seconds of the block that has the contract. The chain's clock is right after it. */
  readonly startSeconds: number;
  /** Deploys further contracts at that time. */
  readonly early?: (chain: Pick<EvmChain, 'deploy' | 'firstVersion'>) => Promise<void>;
}

/** Starts a chain of its own and deploys the contract on it. */
export async function startEvmChain({ first, proofs, graceSeconds, trustSeconds, startSeconds, early }: EvmChainInput): Promise<EvmChain> {
  const port = await freePort();
  const anvil = fileURLToPath(import.meta.resolve('@foundry-rs/anvil/bin.mjs'));
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--timestamp', String(startSeconds - 1), '--silent'];
  const child = spawnTied(process.execPath, [anvil, ...flags], { stdio: 'ignore', addedEnv: { TARGET_TOOL: 'anvil' } });
  const url = `http://127.0.0.1:${port}`;
  const transport = http(url, { retryCount: 0 });
  const client = createTestClient({ mode: 'anvil', chain: foundry, transport, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
  await eventually(() => client.getChainId());
  const [account] = await client.getAddresses();
  if (account === undefined) throw new Error('anvil has accounts');

  const codes = new Map(compiled(Object.keys(ABIS)));
  async function deploy(name: DeployedName, args: readonly unknown[]): Promise<Hex> {
    const bytecode: Hex = `0x${codes.get(name)?.evm?.bytecode.object ?? ''}`;
    const abi: Abi = ABIS[name];
    const hash = await client.deployContract({ abi, bytecode, args, account: account! });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash });
    if (contractAddress === null || contractAddress === undefined) throw new Error(`${name} was not deployed`);
    return contractAddress;
  }
  const firstVersion = [toHex(encodeRegistrySnapshot(first)), proofs, graceSeconds, trustSeconds];
  // Neither a compiler nor a busy machine moves the time of the block: the contract takes what nodes sign after it.
  await client.setNextBlockTimestamp({ timestamp: BigInt(startSeconds) });
  const contractAddress = await deploy('OracleGateway', firstVersion);
  await early?.({ deploy, firstVersion });
  await client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1_000)) });
  await client.mine({ blocks: 1 });
  const contract = { address: contractAddress, abi: oracleGatewayAbi } as const;
  const { deploymentId } = first;
  return {
    async accept(registry, signed) {
      const data = acceptSnapshotCalldata({ deploymentId, registry, signed });
      const called = decodeFunctionData({ abi: oracleGatewayAbi, data });
      if (called.functionName !== 'acceptSnapshot') throw new Error('another function');
      const refusal = await refusalOf(client.simulateContract({ ...contract, ...called, account }));
      if (refusal !== null) return refusal;
      const { status } = await client.waitForTransactionReceipt({
        hash: await client.sendTransaction({ to: contractAddress, data, account }),
      });
      expect(status).toBe('success');
      return null;
    },
    verify(result, registry) {
      const { feed, answer, zInverse } = evmRoundOf({ result, registry, deploymentId });
      return refusalOf(client.readContract({ ...contract, functionName: 'verifyWithKeys', args: [feed, answer, zInverse] }));
    },
    current: async () => (await client.readContract({ ...contract, functionName: 'held' }))[0],
    oldestAccepted: () => client.readContract({ ...contract, functionName: 'oldestAcceptedVersion' }),
    async passSeconds(seconds) {
      await client.increaseTime({ seconds: Number(seconds) });
      await client.mine({ blocks: 1 });
    },
    ...{ url, oracle: contractAddress, firstVersion, deploy },
    async fund(address) {
      await client.setBalance({ address, value: 10n ** 18n });
    },
    lapsesAt: async (address) => (await client.readContract({ address, abi: oracleGatewayAbi, functionName: 'held' }))[1],
    latest: (address, sourceId) =>
      sourceId === undefined
        ? client.readContract({ address, abi: ownPriceAbi, functionName: 'latest' })
        : client.readContract({ address, abi: crossConsumerAbi, functionName: 'latest', args: [sourceId] }),
    close: () => void child.kill(),
  };
}

async function refusalOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (error) {
    const reverted = error instanceof BaseError ? error.walk((cause) => cause instanceof ContractFunctionRevertedError) : null;
    if (reverted instanceof ContractFunctionRevertedError) return reverted.data?.errorName ?? 'a revert without a name';
    throw error;
  }
}
