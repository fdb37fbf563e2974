import { registryKeysFromCode } from '@oracle-gateway/evm';
import { crossConsumerAbi, oracleGatewayAbi, storedFeedsAbi } from '@oracle-gateway/evm/abi';
import { type SourceId, toHex } from '@oracle-gateway/protocol';
import type { RegistryKeys } from '@oracle-gateway/schnorr';
import { BaseError, ContractFunctionRevertedError, decodeErrorResult, type Hex } from 'viem';
import { TargetUnavailableError } from '../../feeds/check-errors.js';
import type { EvmServers } from './evm-servers.js';

/** The contract that stores the feeds, and the one that verifies for it. Its governor may exchange the latter. */
export interface EvmDeployment {
  /** 32 bytes. */
  readonly owner: Hex;
  readonly quorum: number;
  readonly oracle: Hex;
  readonly deploymentId: Hex;
  readonly trustSeconds: bigint;
}

export interface HeldVersions {
  readonly current: bigint;
  /** Unix seconds. */
  readonly lapsesAt: bigint;
}

export interface StoredValue {
  readonly value: bigint;
  readonly observedAtMs: number;
}

/** The contracts of one target, read through its servers. All throw TargetUnavailableError. */
export interface EvmContract {
  deployment(): Promise<EvmDeployment>;
  held(): Promise<HeldVersions>;
  /** Keys of a version; null where the contract does not have it. */
  registry(version: bigint): Promise<RegistryKeys | null>;
  /** Values at a block, or at the latest one; null where a source has none. */
  stored(sourceIds: readonly SourceId[], blockNumber?: bigint): Promise<readonly (StoredValue | null)[]>;
}

/** No address has code of keys before the contract names one. */
const NO_KEYS = '0x0000000000000000000000000000000000000000';

export function createEvmContract(
  { servers }: { readonly servers: EvmServers },
  { target, address }: { readonly target: string; readonly address: Hex },
): EvmContract {
  const feeds = { address, abi: storedFeedsAbi } as const;
  const registries = new Map<string, RegistryKeys>();
  const verifiers = new Map<Hex, Pick<EvmDeployment, 'deploymentId' | 'trustSeconds'>>();
  let stores: Pick<EvmDeployment, 'owner' | 'quorum'> | undefined;

  async function storesFor(): Promise<Pick<EvmDeployment, 'owner' | 'quorum'>> {
    if (stores !== undefined) return stores;
    const [owner, quorum] = await servers.ask((client) =>
      Promise.all([
        client.readContract({ ...feeds, functionName: 'owner' }),
        client.readContract({ ...feeds, functionName: 'signaturesRequired' }),
      ]),
    );
    return (stores = { owner, quorum });
  }

  /** A consumer that verifies by itself has no other contract. */
  async function oracleOf(): Promise<Hex> {
    try {
      return await servers.ask((client) => client.readContract({ address, abi: crossConsumerAbi, functionName: 'gateway' }), isRevert);
    } catch (error) {
      if (isRevert(error)) return address;
      throw error;
    }
  }

  async function deployment(): Promise<EvmDeployment> {
    const [stored, oracle] = await Promise.all([storesFor(), oracleOf()]);
    const known = verifiers.get(oracle);
    if (known !== undefined) return { ...stored, ...known, oracle };
    const verifying = { address: oracle, abi: oracleGatewayAbi } as const;
    const [deploymentId, trustSeconds] = await servers.ask((client) =>
      Promise.all([
        client.readContract({ ...verifying, functionName: 'deploymentId' }),
        client.readContract({ ...verifying, functionName: 'trustSeconds' }),
      ]),
    );
    verifiers.set(oracle, { deploymentId, trustSeconds });
    return { ...stored, oracle, deploymentId, trustSeconds };
  }

  return {
    deployment,
    async held() {
      const { oracle } = await deployment();
      const [current, lapsesAt] = await servers.ask((client) =>
        client.readContract({ address: oracle, abi: oracleGatewayAbi, functionName: 'held' }),
      );
      return { current, lapsesAt };
    },
    async registry(version) {
      const { oracle } = await deployment();
      const found = registries.get(`${oracle} ${version}`);
      if (found !== undefined) return found;
      const [keys, present, minSigners] = await servers.ask((client) =>
        client.readContract({ address: oracle, abi: oracleGatewayAbi, functionName: 'versions', args: [version] }),
      );
      if (keys === NO_KEYS) return null;
      const code = await servers.ask((client) => client.getCode({ address: keys }));
      if (code === undefined) throw new TargetUnavailableError(target, 'the server does not have the keys of a registry version yet');
      const registry = registryKeysFromCode({ version, present, minSigners, code });
      registries.set(`${oracle} ${version}`, registry);
      return registry;
    },
    stored(sourceIds, blockNumber) {
      const at = blockNumber === undefined ? {} : { blockNumber };
      return servers.ask((client) =>
        Promise.all(
          sourceIds.map(async (sourceId): Promise<StoredValue | null> => {
            const args = [hexOf(sourceId)] as const;
            const [value, observedAtMs] = await client.readContract({ ...feeds, ...at, functionName: 'latest', args });
            return observedAtMs === 0n ? null : { value, observedAtMs: Number(observedAtMs) };
          }),
        ),
      );
    },
  };
}

/** Error of a contract by its name; a text of its own where no ABI has it. */
export function evmErrorName(data: Hex): string {
  for (const abi of [crossConsumerAbi, oracleGatewayAbi])
    try {
      return decodeErrorResult({ abi, data }).errorName;
    } catch {
      // It is no error of this contract.
    }
  return 'a revert without a name';
}

function isRevert(error: unknown): boolean {
  return error instanceof BaseError && error.walk((one) => one instanceof ContractFunctionRevertedError) !== null;
}

function hexOf(bytes: Uint8Array): Hex {
  return `0x${toHex(bytes).slice(2)}`;
}
