import { crossConsumerAbi, lenderPriceAbi, oracleGatewayAbi } from '@oracle-gateway/evm/abi';
import type { DeploymentId, SourceId } from '@oracle-gateway/protocol';
import type { RegistryKeys } from '@oracle-gateway/schnorr';
import { BaseError, ContractFunctionRevertedError, ContractFunctionZeroDataError, decodeErrorResult, type Hex } from 'viem';
import type { Basket } from '../../feeds/basket.js';
import type { KeptFeed } from '../../feeds/kept-feed.js';
import type { EvmOracle } from './evm-oracle.js';
import type { EvmServers } from './evm-servers.js';
import type { EvmWrite } from './evm-signer-sets.js';

export interface StoredValue {
  readonly value: bigint;
  readonly observedAtMs: number;
}

/** A gateway's answer, and the keys of the version that signed it. */
export interface SignedAnswer {
  /** The gateway's JSON. */
  readonly result: unknown;
  readonly registry: RegistryKeys;
  readonly deploymentId: DeploymentId;
}

/** A contract that stores feeds, of whichever form. All throw TargetUnavailableError. */
export interface EvmStore {
  readonly address: Hex;
  /** The contract that verifies for it. Its governor may exchange it. */
  oracle(): Promise<EvmOracle>;
  /** Throws where the contract keeps other feeds. */
  requireFeed(feed: Pick<KeptFeed, 'feedId' | 'feedOwner' | 'quorum' | 'subject'>): Promise<void>;
  /** Values at a block, or at the latest one; null where a source has none. */
  stored(sourceIds: readonly SourceId[], blockNumber?: bigint): Promise<readonly (StoredValue | null)[]>;
  /** Call that writes these places. Null where the contract takes no such answer. Throws EvmAnswerError. */
  callOf(basket: Pick<Basket, 'subject'>, answer: SignedAnswer, places: readonly number[]): EvmWrite | null;
}

/** The contract that verifies for a consumer. A consumer that verifies by itself names no other. */
export function createOracleReader(
  { servers }: { readonly servers: EvmServers },
  { address }: { readonly address: Hex },
): () => Promise<Hex> {
  return joined(async () => {
    try {
      return await servers.ask((client) => client.readContract({ address, abi: lenderPriceAbi, functionName: 'gateway' }), isRevert);
    } catch (error) {
      if (isRevert(error)) return address;
      throw error;
    }
  });
}

/** Calls at the same time share one read. */
function joined<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => (reading ??= read().finally(() => (reading = undefined)));
}

/** Error of a contract by its name; a text of its own where no ABI has it. */
export function evmErrorName(data: Hex): string {
  for (const abi of [crossConsumerAbi, lenderPriceAbi, oracleGatewayAbi])
    try {
      return decodeErrorResult({ abi, data }).errorName;
    } catch {
      // It is no error of this contract.
    }
  return 'a revert without a name';
}

/** Whether a contract answered that it has no such function, or refuses the call. */
export function isRevert(error: unknown): boolean {
  return error instanceof BaseError && error.walk((one) => isRefusal(one)) !== null;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ContractFunctionRevertedError || error instanceof ContractFunctionZeroDataError;
}
