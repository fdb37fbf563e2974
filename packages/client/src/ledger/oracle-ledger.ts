import { type Address, formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { BoundedMap, equalBytes } from '@oracle-gateway/protocol/internal';
import {
  configAddress,
  type ConfigAccount,
  decodeConfig,
  decodeNode,
  decodeRegistry,
  nodeAddress,
  nodeOfRegistry,
  registryAddress,
  type RegistryAccount,
} from '@oracle-gateway/protocol/accounts';
import { fromBase64 } from '../base/base64.js';
import { ClientUsageError, TransportError, VerificationError } from '../base/errors.js';
import { memberOf, textOf } from '../base/json.js';
import { isAborted, abortReason } from '../base/wait.js';
import type { Deployment } from './deployment.js';
import { callLedger, type LedgerAccount, type LedgerRpc, readAccounts } from './read-accounts.js';

/** Milliseconds for which a reading serves; an older one is read again, beside the round where there is one. */
const SERVES_MS = 10_000;
const RENEWED_AFTER_MS = 2_000;
const MAX_VERSIONS = 16;
const CLOCK_SYSVAR = parseAddress('SysvarC1ock11111111111111111111111111111111');
const CLOCK_UNIX_TIMESTAMP_OFFSET = 32;

/** Config and one registry version, of one slot. */
export interface LedgerView {
  readonly config: ConfigAccount;
  /** Null when the ledger has no such version. */
  readonly registry: RegistryAccount | null;
}

/** Reads of the oracle program's accounts. Readings are shared by all calls of a client. */
export interface OracleLedger extends Deployment {
  readonly rpcUrl: string;
  /**
   * Config and a registry version, not older than ten seconds; a version that was not there is searched for anew. @throws TransportError,
   * VerificationError
   */
  view(version: bigint, signal?: AbortSignal): Promise<LedgerView>;
  /** Config and the version that it names as the current one. @throws TransportError, VerificationError, ClientUsageError */
  current(signal?: AbortSignal): Promise<{ readonly config: ConfigAccount; readonly registry: RegistryAccount }>;
  /** X25519 keys of the nodes of a registry version, by index. @throws TransportError, VerificationError */
  nodeKeys(
    registry: RegistryAccount,
    signal?: AbortSignal,
  ): Promise<readonly { readonly index: number; readonly encryptionKey: Uint8Array }[]>;
  /** An account of the program; null when the ledger has none at the address. @throws TransportError */
  read<T>(address: Address, decode: (data: Uint8Array) => T, signal?: AbortSignal): Promise<T | null>;
  /** The bytes of a transaction that has succeeded, `confirmed`; null when the ledger has none of this signature. @throws TransportError */
  transaction(signature: string, signal?: AbortSignal): Promise<Uint8Array | null>;
  /** The ledger's clock, unix milliseconds; null when it does not tell. */
  nowMs(signal?: AbortSignal): Promise<number | null>;
}

interface Reading extends LedgerView {
  readonly atMs: number;
}

export function createOracleLedger(deps: LedgerRpc & { readonly now: () => number }, deployment: Deployment): OracleLedger {
  const { programId, deploymentId } = deployment;
  const program = formatAddress(programId);
  const addressOfConfig = configAddress(programId);
  const addresses = new BoundedMap<bigint, Address>(MAX_VERSIONS);
  const registries = new BoundedMap<bigint, { readonly data: Uint8Array; readonly registry: RegistryAccount }>(MAX_VERSIONS);
  const readings = new BoundedMap<bigint, Reading>(MAX_VERSIONS);
  const underWay = new Map<bigint, Promise<Reading>>();
  let currentVersion: bigint | undefined;

  function dataOf(what: string, account: LedgerAccount | null | undefined): Uint8Array | null {
    if (account === null || account === undefined) return null;
    if (account.owner !== program) throw new TransportError('ledger', `the ${what} account belongs to another program`);
    return account.data;
  }

  function configIn(account: LedgerAccount | null | undefined): ConfigAccount {
    const data = dataOf('Config', account);
    if (data === null) throw new ClientUsageError('ledger', 'the ledger has no Config of this program; compare rpcUrl and programId');
    const config = decoded(decodeConfig, data);
    if (!equalBytes(config.deploymentId, deploymentId))
      throw new VerificationError('other_deployment', 'ledger.network: must be the network that the program was deployed for');
    return config;
  }

  /** The same object for the same bytes: sums of keys are remembered by the object. */
  function registryIn(version: bigint, account: LedgerAccount | null | undefined): RegistryAccount | null {
    const data = dataOf('Registry', account);
    if (data === null) return null;
    const known = registries.get(version);
    if (known !== undefined && equalBytes(known.data, data)) return known.registry;
    const registry = decoded(decodeRegistry, data);
    registries.set(version, { data, registry });
    return registry;
  }

  async function readVersion(version: bigint): Promise<Reading> {
    const atMs = deps.now();
    const address = addresses.getOrCreate(version, () => registryAddress(programId, version));
    const [config, registry] = await readAccounts(deps, [addressOfConfig, address]);
    const reading = { atMs, config: configIn(config), registry: registryIn(version, registry) };
    readings.set(version, reading);
    currentVersion = reading.config.registryVersion;
    return reading;
  }

  /** One reading serves all who want it at once; it does not end with the signal of one of them. */
  function readShared(version: bigint): Promise<Reading> {
    const running = underWay.get(version);
    if (running !== undefined) return running;
    const reading = readVersion(version).finally(() => underWay.delete(version));
    underWay.set(version, reading);
    return reading;
  }

  async function view(version: bigint, signal?: AbortSignal): Promise<Reading> {
    const known = readings.get(version);
    const running = underWay.get(version);
    if (running !== undefined) return unlessAborted(running, signal);
    // A version that was not there may have come since.
    const isThere = known !== undefined && known.registry !== null;
    if (isThere && Math.abs(deps.now() - known.atMs) <= SERVES_MS) return known;
    return unlessAborted(readShared(version), signal);
  }

  return {
    ...deployment,
    rpcUrl: deps.rpcUrl,
    view,
    async current(signal) {
      const version = currentVersion ?? configIn((await readAccounts(deps, [addressOfConfig], signal))[0]).registryVersion;
      if (version === 0n) throw new ClientUsageError('ledger', 'the program has no registry of nodes yet');
      const known = readings.get(version);
      const ageMs = known === undefined ? Infinity : Math.abs(deps.now() - known.atMs);
      const reading = known !== undefined && ageMs <= SERVES_MS ? known : await unlessAborted(readShared(version), signal);
      if (reading === known && ageMs > RENEWED_AFTER_MS) readShared(version).catch(() => undefined);
      const { config } = reading;
      const registry = config.registryVersion === version ? reading.registry : (await view(config.registryVersion, signal)).registry;
      if (registry === null) throw new TransportError('ledger', 'the ledger has no account of the current registry version');
      return { config, registry };
    },
    async nodeKeys(registry, signal) {
      const indices = registry.keys.flatMap((key, index) => (key === null ? [] : [index]));
      const accounts = await readAccounts(
        deps,
        indices.map((index) => nodeAddress(programId, index)),
        signal,
      );
      return accounts.map((account, place) => {
        const data = dataOf('Node', account);
        const node = data === null ? null : decoded(decodeNode, data);
        if (node === null || node.index !== indices[place] || nodeOfRegistry(node, registry) === null)
          throw new VerificationError('not_signed', `node ${indices[place]}: its account does not hold the key of the registry; ask again`);
        return { index: node.index, encryptionKey: node.encryptionKey };
      });
    },
    async read(address, decode, signal) {
      const data = dataOf('named', (await readAccounts(deps, [address], signal))[0]);
      return data === null ? null : decoded(decode, data);
    },
    async transaction(signature, signal) {
      const params = [signature, { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }];
      const found = await callLedger(deps, { method: 'getTransaction', params }, signal);
      const bytes = memberOf(found, 'transaction');
      const base64 = Array.isArray(bytes) ? textOf(bytes[0]) : undefined;
      return base64 === undefined || memberOf(memberOf(found, 'meta'), 'err') !== null ? null : fromBase64(base64);
    },
    async nowMs(signal) {
      const [clock] = await readAccounts(deps, [CLOCK_SYSVAR], signal);
      if (clock === null || clock === undefined || clock.data.length < CLOCK_UNIX_TIMESTAMP_OFFSET + 8) return null;
      const view = new DataView(clock.data.buffer, clock.data.byteOffset, clock.data.byteLength);
      return Number(view.getBigInt64(CLOCK_UNIX_TIMESTAMP_OFFSET, true)) * 1000;
    },
  };
}

/** @throws TransportError: what the ledger's RPC tells of an account breaks the program's own rules */
function decoded<T>(decode: (data: Uint8Array) => T, data: Uint8Array): T {
  try {
    return decode(data);
  } catch (error) {
    throw new TransportError('ledger', `the ledger's RPC answered ${error instanceof Error ? error.message : 'a broken account'}`, {
      cause: error,
    });
  }
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  if (isAborted(signal)) throw abortReason(signal);
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(abortReason(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
