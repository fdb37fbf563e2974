import {
  type Address,
  BoundedMap,
  deriveDeploymentId,
  type DeploymentId,
  equalBytes,
  formatAddress,
  parseAddress,
} from '@oracle-gateway/protocol';
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
import { ClientUsageError, TransportError, VerificationError } from '../errors.js';
import { type LedgerAccount, type LedgerRpc, readAccounts } from './read-accounts.js';

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

/** A node to seal secrets for. */
export interface SealingNode {
  readonly index: number;
  /** X25519, 32 bytes in hex. */
  readonly encryptionPublicKey: string;
}

/** What the ledger holds of the oracle program. Readings are shared by all calls of a client. */
export interface OracleLedger {
  readonly programId: Address;
  readonly network: string;
  readonly deploymentId: DeploymentId;
  /** Config and a registry version, not older than ten seconds. @throws TransportError, VerificationError */
  view(version: bigint, signal?: AbortSignal): Promise<LedgerView>;
  /** Config and the version that it names as the current one. @throws TransportError, VerificationError, ClientUsageError */
  current(signal?: AbortSignal): Promise<{ readonly config: ConfigAccount; readonly registry: RegistryAccount }>;
  /** X25519 keys of the nodes of a registry version, by index. @throws TransportError, VerificationError */
  nodeKeys(
    registry: RegistryAccount,
    signal?: AbortSignal,
  ): Promise<readonly { readonly index: number; readonly encryptionKey: Uint8Array }[]>;
  /** The ledger's clock, unix milliseconds; null when it does not tell. */
  nowMs(signal?: AbortSignal): Promise<number | null>;
}

interface Reading extends LedgerView {
  readonly atMs: number;
}

export function createOracleLedger(
  deps: LedgerRpc & { readonly now: () => number },
  input: { readonly programId: Address; readonly network: string; readonly deploymentId: DeploymentId },
): OracleLedger {
  const { programId, deploymentId } = input;
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
    const config = decodeConfig(data);
    if (!equalBytes(config.deploymentId, deploymentId))
      throw new VerificationError('other_deployment', 'ledger.network: the program was deployed for another network than the one named');
    return config;
  }

  /** The same object for the same bytes: sums of keys are remembered by the object. */
  function registryIn(version: bigint, account: LedgerAccount | null | undefined): RegistryAccount | null {
    const data = dataOf('Registry', account);
    if (data === null) return null;
    const known = registries.get(version);
    if (known !== undefined && equalBytes(known.data, data)) return known.registry;
    const registry = decodeRegistry(data);
    registries.set(version, { data, registry });
    return registry;
  }

  async function read(version: bigint, signal?: AbortSignal): Promise<Reading> {
    const atMs = deps.now();
    const address = addresses.getOrCreate(version, () => registryAddress(programId, version));
    const [config, registry] = await readAccounts(deps, [addressOfConfig, address], signal);
    const reading = { atMs, config: configIn(config), registry: registryIn(version, registry) };
    readings.set(version, reading);
    currentVersion = reading.config.registryVersion;
    return reading;
  }

  /** One reading serves all who want it at once; it does not end with the signal of one of them. */
  function readShared(version: bigint): Promise<Reading> {
    const running = underWay.get(version);
    if (running !== undefined) return running;
    const reading = read(version).finally(() => underWay.delete(version));
    underWay.set(version, reading);
    return reading;
  }

  async function view(version: bigint, signal?: AbortSignal): Promise<Reading> {
    const known = readings.get(version);
    const running = underWay.get(version);
    if (running !== undefined) return unlessAborted(running, signal);
    if (known !== undefined && Math.abs(deps.now() - known.atMs) <= SERVES_MS) return known;
    return unlessAborted(readShared(version), signal);
  }

  return {
    ...input,
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
        const node = data === null ? null : decodeNode(data);
        if (node === null || node.index !== indices[place] || nodeOfRegistry(node, registry) === null)
          throw new VerificationError('not_signed', `node ${indices[place]}: its account does not hold the key of the registry; ask again`);
        return { index: node.index, encryptionKey: node.encryptionKey };
      });
    },
    async nowMs(signal) {
      const [clock] = await readAccounts(deps, [CLOCK_SYSVAR], signal);
      if (clock === null || clock === undefined || clock.data.length < CLOCK_UNIX_TIMESTAMP_OFFSET + 8) return null;
      const view = new DataView(clock.data.buffer, clock.data.byteOffset, clock.data.byteLength);
      return Number(view.getBigInt64(CLOCK_UNIX_TIMESTAMP_OFFSET, true)) * 1000;
    },
  };
}

/** The identity of a deployment, checked. @throws ClientUsageError */
export function deploymentOf(input: { readonly programId: string; readonly network: string }): {
  readonly programId: Address;
  readonly network: string;
  readonly deploymentId: DeploymentId;
} {
  const programId = addressIn('ledger.programId', input.programId);
  try {
    return { programId, network: input.network, deploymentId: deriveDeploymentId({ programId, network: input.network }) };
  } catch (error) {
    throw new ClientUsageError('ledger.network', 'must be a CAIP-2 id such as solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { cause: error });
  }
}

/** @throws ClientUsageError */
export function addressIn(field: string, text: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    throw new ClientUsageError(field, 'must be the base58 form of 32 bytes', { cause: error });
  }
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  if (signal.aborted) throw signal.reason;
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
