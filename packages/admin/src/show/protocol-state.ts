import {
  LedgerUnavailableError,
  MAX_BATCH_ADDRESSES,
  readMint,
  readTokenHolding,
  treasuryAddress,
  type OwnedAccount,
} from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_DISCRIMINATORS,
  associatedTokenAddress,
  decodeAgentEscrow,
  decodeDelegate,
  decodeGateway,
  decodeNode,
  decodeRegistry,
  decodeSubscription,
  type AgentEscrowAccount,
  type ConfigAccount,
  type DelegateAccount,
  type GatewayAccount,
  type NodeAccount,
  type RegistryAccount,
  type SubscriptionAccount,
  withdrawableFrom,
} from '@oracle-gateway/protocol/accounts';

import { ADMIN_COMMITMENT, readLedgerAccount, readConfig, readOwnAll, type Held, type AdminLedgerView } from '../admin-ledger.js';
import { readAnnouncedChanges, type AnnouncedState } from '../plans/announced-changes.js';
import { treasuryHolding } from '../plans/treasury.js';

/** Number of accounts of one kind; null when the server does not list them all. */
export interface AccountCount {
  readonly count: number | null;
  readonly lamports: bigint | null;
}

const COUNTED = {
  receipts: ACCOUNT_DISCRIMINATORS.roundReceipt,
  agentRounds: ACCOUNT_DISCRIMINATORS.agentRound,
  feeds: ACCOUNT_DISCRIMINATORS.feed,
  signerSets: ACCOUNT_DISCRIMINATORS.signerSet,
} as const;
/** A kind of account that is counted, and not listed. */
export type CountedKind = keyof typeof COUNTED;

/** An escrow, its tokens and its earliest withdrawal. */
export interface EscrowState extends AgentEscrowAccount {
  /** Null while its token account does not exist. */
  readonly heldAtomic: bigint | null;
  /** Unix seconds; null while no withdrawal is requested. */
  readonly withdrawableFrom: bigint | null;
}

/** Everything that a deployment holds on the ledger. */
export interface ProtocolState {
  readonly programId: Address;
  readonly network: string;
  readonly config: ConfigAccount;
  readonly treasury: { readonly address: Address; readonly amountAtomic: bigint | null; readonly decimals: number };
  /** The oldest first. */
  readonly registries: readonly Held<RegistryAccount>[];
  /** Nodes by index. `inService`: its key is that of the current registry. */
  readonly nodes: readonly Held<NodeAccount & { readonly inService: boolean }>[];
  readonly gateways: readonly Held<GatewayAccount>[];
  /** Announced changes, those first that can be made first. */
  readonly announcedChanges: readonly AnnouncedState[];
  readonly subscriptions: readonly Held<SubscriptionAccount>[];
  readonly delegates: readonly Held<DelegateAccount>[];
  /** Escrows with an account, made by a round, a pause or a request. An escrow that was only funded has none yet. */
  readonly escrows: readonly Held<EscrowState>[];
  /** Kinds that may have too many accounts to list. */
  readonly counts: Readonly<Record<CountedKind, AccountCount>>;
}

/** Throws ProtocolNotInitialisedError, LedgerUnavailableError, AccountDecodeError. */
export async function readProtocolState(ledger: AdminLedgerView): Promise<ProtocolState> {
  const { programId, cluster } = ledger;
  const config = await readConfig(ledger);
  const [network, mint, amountAtomic, registries, nodes, gateways, subscriptions, delegates, escrows, announcedChanges, counts] =
    await Promise.all([
      cluster.network(),
      readLedgerAccount(ledger, config.mint),
      treasuryHolding(ledger, config.mint),
      readOwnAll(ledger, ACCOUNT_DISCRIMINATORS.registry, decodeRegistry),
      readOwnAll(ledger, ACCOUNT_DISCRIMINATORS.node, decodeNode),
      readOwnAll(ledger, ACCOUNT_DISCRIMINATORS.gateway, decodeGateway),
      readOwnAll(ledger, ACCOUNT_DISCRIMINATORS.subscription, decodeSubscription),
      readOwnAll(ledger, ACCOUNT_DISCRIMINATORS.delegate, decodeDelegate),
      readEscrows(ledger, config),
      readAnnouncedChanges(ledger, config),
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
    escrows,
    announcedChanges,
    counts,
  };
}

async function readEscrows(ledger: AdminLedgerView, config: ConfigAccount): Promise<Held<EscrowState>[]> {
  const escrows = await readOwnAll(ledger, ACCOUNT_DISCRIMINATORS.agentEscrow, decodeAgentEscrow);
  const states: Held<EscrowState>[] = [];
  for (let start = 0; start < escrows.length; start += MAX_BATCH_ADDRESSES) {
    const batch = escrows.slice(start, start + MAX_BATCH_ADDRESSES);
    const { accounts } = await ledger.readAccounts(
      batch.map(({ address }) => associatedTokenAddress(address, config.mint)),
      ADMIN_COMMITMENT,
    );
    for (const [index, escrow] of batch.entries()) {
      const account = accounts[index] ?? null;
      const heldAtomic = (account === null ? null : readTokenHolding(account))?.amountAtomic ?? null;
      states.push({ ...escrow, heldAtomic, withdrawableFrom: withdrawableFrom(escrow, config) });
    }
  }
  return states;
}

async function countAll(ledger: AdminLedgerView): Promise<ProtocolState['counts']> {
  const [receipts, agentRounds, feeds, signerSets] = await Promise.all([
    countAccounts(ledger, COUNTED.receipts),
    countAccounts(ledger, COUNTED.agentRounds),
    countAccounts(ledger, COUNTED.feeds),
    countAccounts(ledger, COUNTED.signerSets),
  ]);
  return { receipts, agentRounds, feeds, signerSets };
}

/** A server may refuse to list all receipts: their number is then unknown, and everything else is known. */
async function countAccounts({ programId, cluster }: AdminLedgerView, discriminator: string): Promise<AccountCount> {
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
