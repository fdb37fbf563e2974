import { registryKeysFromCode } from '@oracle-gateway/evm';
import { oracleGatewayAbi } from '@oracle-gateway/evm/abi';
import type { RegistryKeys } from '@oracle-gateway/schnorr';
import type { Hex } from 'viem';
import { TargetUnavailableError } from '../../feeds/check-errors.js';
import type { EvmServers } from './evm-servers.js';

export interface HeldVersions {
  readonly current: bigint;
  /** Unix seconds. */
  readonly lapsesAt: bigint;
}

/** A contract that verifies for others, or for itself. All throw TargetUnavailableError. */
export interface EvmOracle {
  readonly address: Hex;
  readonly deploymentId: Hex;
  readonly trustSeconds: bigint;
  held(): Promise<HeldVersions>;
  /** Keys of a version; null where the contract does not have it. */
  registry(version: bigint): Promise<RegistryKeys | null>;
}

export interface EvmOracles {
  at(address: Hex): Promise<EvmOracle>;
}

/** No address has code of keys before the contract names one. */
const NO_KEYS = '0x0000000000000000000000000000000000000000';

/** The verifying contracts of one target. Settings that a contract never changes are read once. */
export function createEvmOracles({ servers }: { readonly servers: EvmServers }, { target }: { readonly target: string }): EvmOracles {
  const known = new Map<Hex, EvmOracle>();

  async function open(address: Hex): Promise<EvmOracle> {
    const contract = { address, abi: oracleGatewayAbi } as const;
    const registries = new Map<bigint, RegistryKeys>();
    const [deploymentId, trustSeconds] = await servers.ask((client) =>
      Promise.all([
        client.readContract({ ...contract, functionName: 'deploymentId' }),
        client.readContract({ ...contract, functionName: 'trustSeconds' }),
      ]),
    );
    return {
      ...{ address, deploymentId, trustSeconds },
      async held() {
        const [current, lapsesAt] = await servers.ask((client) => client.readContract({ ...contract, functionName: 'held' }));
        return { current, lapsesAt };
      },
      async registry(version) {
        const found = registries.get(version);
        if (found !== undefined) return found;
        const [keys, present, minSigners] = await servers.ask((client) =>
          client.readContract({ ...contract, functionName: 'versions', args: [version] }),
        );
        if (keys === NO_KEYS) return null;
        const code = await servers.ask((client) => client.getCode({ address: keys }));
        if (code === undefined) throw new TargetUnavailableError(target, 'the server does not have the keys of a registry version yet');
        const registry = registryKeysFromCode({ version, present, minSigners, code });
        registries.set(version, registry);
        return registry;
      },
    };
  }

  return {
    async at(address) {
      const oracle = known.get(address) ?? (await open(address));
      known.set(address, oracle);
      return oracle;
    },
  };
}
