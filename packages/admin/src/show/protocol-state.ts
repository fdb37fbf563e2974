import { LedgerUnavailableError, readMint, treasuryAddress, type OwnedAccount } from '@oracle-gateway/ledger';
import { equalBytes, type Address } from '@oracle-gateway/protocol';
import {
  decodeDelegate,
  decodeGateway,
  decodeNode,
  decodeRegistry,
  decodeSubscription,
  type ConfigAccount,
  type DelegateAccount,
  type GatewayAccount,
  type NodeAccount,
  type RegistryAccount,
  type SubscriptionAccount,
} from '@oracle-gateway/protocol/accounts';

import { readAccount, readConfig, type LedgerView } from '../admin-ledger.js';
import { treasuryHolding } from '../plans/treasury.js';

/** An account with where it is and what it holds. */
export type Held<T> = T & { readonly address: Address; readonly lamports: bigint };

/** How many accounts of one kind there are; null when the server would not tell them all. */
export interface AccountCount {
  readonly count: number | null;
  readonly lamports: bigint | null;
}

const COUNTED = { receipts: 'SVC_RCT1', agentRounds: 'SVC_AGR1', feeds: 'SVC_FED1', signerSets: 'SVC_SST1' } as const;
export type CountedKind = keyof typeof COUNTED;

/** Everything that a deployment holds on the ledger. */
export interface ProtocolState {
  readonly programId: Address;
  readonly network: string;
  readonly config: ConfigAccount;
  readonly treasury: { readonly address: Address; readonly amountAtomic: bigint | null; readonly decimals: number };
  /** The oldest first. */
  readonly registries: readonly Held<RegistryAccount>[];
  /** By index. `inService`: its key is that of the current registry. */
  readonly nodes: readonly Held<NodeAccount & { readonly inService: boolean }>[];
  readonly gateways: readonly Held<GatewayAccount>[];
  readonly subscriptions: readonly Held<SubscriptionAccount>[];
  readonly delegates: readonly Held<DelegateAccount>[];
  /** What there may be too many of to show one by one. */
  readonly counts: Readonly<Record<CountedKind, AccountCount>>;
}

/** Throws ProtocolNotInitialisedError, LedgerUnavailableError, AccountDecodeError. */
export async function readProtocolState(ledger: LedgerView): Promise<ProtocolState> {
  const { programId, cluster } = ledger;
  const config = await readConfig(ledger);
  const ownAll = async <T>(discriminator: string, decode: (data: Uint8Array) => T): Promise<Held<T>[]> => {
    const accounts = await cluster.programAccounts({ programId, startsWith: ascii(discriminator) });
    return accounts.map(({ address, lamports, data }) => ({ ...decode(data), address, lamports }));
  };
  const [network, mint, amountAtomic, registries, nodes, gateways, subscriptions, delegates, counts] = await Promise.all([
    cluster.network(),
    readAccount(ledger, config.mint),
    treasuryHolding(ledger, config.mint),
    ownAll('SVC_REG1', decodeRegistry),
    ownAll('SVC_NOD1', decodeNode),
    ownAll('SVC_GWY1', decodeGateway),
    ownAll('SVC_SUB1', decodeSubscription),
    ownAll('SVC_DLG1', decodeDelegate),
    countAll(ledger),
  ]);
  const current = registries.find(({ version }) => version === config.registryVersion);
  const inService = ({ index, publicKey }: NodeAccount): boolean => {
    const key = current?.keys[index] ?? null;
    return key !== null && equalBytes(key, publicKey);
  };
  return {
    programId,
    network,
    config,
    treasury: {
      address: treasuryAddress(programId, config.mint),
      amountAtomic,
      decimals: (mint === null ? null : readMint(mint))?.decimals ?? 0,
    },
    registries: registries.sort((a, b) => (a.version < b.version ? -1 : 1)),
    nodes: nodes.map((node) => ({ ...node, inService: inService(node) })).sort((a, b) => a.index - b.index),
    gateways,
    subscriptions,
    delegates,
    counts,
  };
}

async function countAll(ledger: LedgerView): Promise<ProtocolState['counts']> {
  const [receipts, agentRounds, feeds, signerSets] = await Promise.all([
    countAccounts(ledger, COUNTED.receipts),
    countAccounts(ledger, COUNTED.agentRounds),
    countAccounts(ledger, COUNTED.feeds),
    countAccounts(ledger, COUNTED.signerSets),
  ]);
  return { receipts, agentRounds, feeds, signerSets };
}

/** Receipts can be more than a server tells at once: then their number is not known, and everything else is. */
async function countAccounts({ programId, cluster }: LedgerView, discriminator: string): Promise<AccountCount> {
  try {
    const accounts: readonly OwnedAccount[] = await cluster.programAccounts({
      programId,
      startsWith: ascii(discriminator),
      withoutData: true,
    });
    return { count: accounts.length, lamports: accounts.reduce((sum, { lamports }) => sum + lamports, 0n) };
  } catch (error) {
    if (error instanceof LedgerUnavailableError) return { count: null, lamports: null };
    throw error;
  }
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
