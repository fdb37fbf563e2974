import type { LedgerReader } from '@oracle-gateway/ledger';
import { deriveDeploymentId, formatAddress, toAddress, type Address } from '@oracle-gateway/protocol';
import {
  gatewayAddress,
  type ConfigAccount,
  type GatewayAccount,
  type NodeAccount,
  type RegistryAccount,
} from '@oracle-gateway/protocol/accounts';

export const PROGRAM_ID = toAddress(new Uint8Array(32).fill(0x51));
export const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
export const DEPLOYMENT_ID = deriveDeploymentId({ programId: PROGRAM_ID, network: NETWORK });

const someAddress = toAddress(new Uint8Array(32).fill(0x42));

export function configAccount(changed: Partial<ConfigAccount> = {}): ConfigAccount {
  return {
    minSigners: 2,
    deploymentId: DEPLOYMENT_ID,
    authority: someAddress,
    pendingAuthority: null,
    mint: someAddress,
    guardian: null,
    additionsDelaySeconds: 0n,
    registryVersion: 1n,
    versionGraceSeconds: 21_600n,
    settleWindowSeconds: 21_600n,
    withdrawDelaySeconds: 21_600n,
    oldestAcceptedVersion: 0n,
    settleFloor: 0n,
    prices: {
      x402RoundBase: 0n,
      rewardPerSignature: 0n,
      agentRoundBase: 0n,
      agentRoundPerSig: 0n,
      subscriptionRoundBase: 0n,
      subscriptionRoundPerSig: 0n,
    },
    ...changed,
  };
}

export function registryAccount(keys: readonly (Uint8Array | null)[], changed: Partial<RegistryAccount> = {}): RegistryAccount {
  return {
    version: 1n,
    redundancyBuffer: 1,
    minSigners: 2,
    active: keys.filter((key) => key !== null).length,
    createdAt: 0n,
    acceptUntil: 2n ** 63n - 1n,
    keys,
    ...changed,
  };
}

export function gatewayAccount(authority: Address, changed: Partial<GatewayAccount> = {}): GatewayAccount {
  return {
    id: authority,
    authority,
    pendingAuthority: null,
    rotator: null,
    rentTo: authority,
    registeredAt: 1n,
    deactivatedAt: 0n,
    reactivatedAt: 0n,
    ...changed,
  };
}

export function nodeAccount(index: number, encryptionKey: Uint8Array, changed: Partial<NodeAccount> = {}): NodeAccount {
  return {
    index,
    publicKey: new Uint8Array(64),
    operator: someAddress,
    encryptionKey,
    previousEncryptionKey: null,
    encryptionKeyChangedAt: 0n,
    previousPublicKey: null,
    publicKeyChangedAt: 0n,
    registeredAt: 1n,
    endpoint: 'https://node.example',
    previousEndpoint: '',
    ...changed,
  };
}

/** Facts of the ledger that a test may change while a node runs. */
export interface FakeLedger {
  config: ConfigAccount;
  registry: RegistryAccount;
  /** Versions before the current one. */
  readonly former: Map<bigint, RegistryAccount>;
  readonly gateways: Map<string, GatewayAccount>;
  readonly nodes: Map<string, NodeAccount>;
  /** Slot at which node accounts are read. */
  slot: number;
  /** Set to make every read fail as an RPC server that is down. */
  failure: Error | null;
  /** Every read waits for it, as for an RPC server that is slow. */
  delay: Promise<unknown>;
  readonly reads: { registry: number; gateway: number; node: number };
  readonly reader: LedgerReader;
}

/** A ledger in memory behind the reader's interface; what a node has no business reading throws. */
export function createFakeLedger(registry: RegistryAccount, gatewayAuthorities: readonly Address[]): FakeLedger {
  const unexpected = (name: string) => (): never => {
    throw new Error(`unexpected read of the ledger: ${name}`);
  };
  const answer = async <T>(read: () => T): Promise<T> => {
    await ledger.delay;
    if (ledger.failure !== null) {
      throw ledger.failure;
    }
    return read();
  };
  const ledger: FakeLedger = {
    config: configAccount(),
    registry,
    former: new Map(),
    gateways: new Map(
      gatewayAuthorities.map((authority) => [formatAddress(gatewayAddress(PROGRAM_ID, authority)), gatewayAccount(authority)]),
    ),
    nodes: new Map(),
    slot: 1,
    failure: null,
    delay: Promise.resolve(),
    reads: { registry: 0, gateway: 0, node: 0 },
    reader: {
      config: () => answer(() => ledger.config),
      currentRegistry: () => {
        ledger.reads.registry += 1;
        return answer(() => ledger.registry);
      },
      readCurrentRegistry: () => {
        ledger.reads.registry += 1;
        return answer(() => ledger.registry);
      },
      registry: (version) => answer(() => ledger.former.get(version) ?? (ledger.registry.version === version ? ledger.registry : null)),
      gateway: (address) => {
        ledger.reads.gateway += 1;
        return answer(() => ({ value: ledger.gateways.get(formatAddress(address)) ?? null, slot: 1 }));
      },
      node: (address) => {
        ledger.reads.node += 1;
        return answer(() => ({ value: ledger.nodes.get(formatAddress(address)) ?? null, slot: ledger.slot }));
      },
      nodes: unexpected('nodes'),
      subscription: unexpected('subscription'),
      delegate: unexpected('delegate'),
      escrow: unexpected('escrow'),
      escrowRounds: unexpected('escrowRounds'),
      feed: unexpected('feed'),
      receipt: unexpected('receipt'),
      clockSeconds: unexpected('clockSeconds'),
      slot: unexpected('slot'),
      tip: unexpected('tip'),
      lamports: unexpected('lamports'),
      treasury: unexpected('treasury'),
    },
  };
  return ledger;
}

const NOT_REPLACED = 2n ** 63n - 1n;

/** The administrator makes the next version: the one before settles for its grace, or not at all after an emergency. */
export function changeRegistry(
  ledger: FakeLedger,
  keys: readonly (Uint8Array | null)[],
  changed: { readonly atSeconds?: number; readonly isEmergency?: boolean } & Partial<RegistryAccount> = {},
): void {
  const { atSeconds = Math.floor(Date.now() / 1_000), isEmergency = false, ...account } = changed;
  const before = ledger.registry;
  const createdAt = BigInt(atSeconds);
  const acceptUntil = isEmergency ? createdAt : createdAt + ledger.config.versionGraceSeconds + 600n;
  ledger.former.set(before.version, { ...before, acceptUntil });
  ledger.registry = registryAccount(keys, { version: before.version + 1n, createdAt, acceptUntil: NOT_REPLACED, ...account });
}
