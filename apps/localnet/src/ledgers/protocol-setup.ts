import { randomBytes } from 'node:crypto';

import {
  administer,
  planChangeRegistry,
  planFundEscrow,
  planInitialise,
  planPauseEscrow,
  planRegisterGateway,
  planRegisterNode,
  planSetDelegate,
  planSubscribe,
  planTreasuryCreate,
  type AdminLedger,
  type FlatSettings,
  type ProvenRegistration,
} from '@oracle-gateway/admin';
import {
  createLedgerReader,
  createAssociatedTokenAccount,
  ProtocolNotInitialisedError,
  signerFromSecretKey,
  treasuryAddress,
  type LedgerReader,
  type PriceSettings,
} from '@oracle-gateway/ledger';
import type { Address, DeploymentId } from '@oracle-gateway/protocol';
import { associatedTokenAddress, nodeAddress, type RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { createSigningKey, provePossession } from '@oracle-gateway/schnorr/signing';

import type { Identities, NodeIdentity } from '../base/identities.js';
import { addressOf, type SecretKey } from '../base/keypair.js';
import { mintTo, transfer } from './instructions.js';
import { REDUNDANCY_BUFFER, WORLD_PRICES } from './prices.js';
import { perform, send } from './send.js';
import { LAMPORTS_PER_SOL, type WorldLedger } from './world-ledger.js';

export const MIN_SIGNERS = 2;
export const SUBSCRIPTION_ROUNDS = 1_000_000n;
export const DELEGATE_ROUNDS = 10_000n;
const PAYER_USDC_ATOMIC = 1_000_000_000n;
export const PAUSED_ESCROW_ATOMIC = 1_000_000n;
const SUBSCRIPTION_SECONDS = 365n * 86_400n;
const SETTLE_WINDOW_SECONDS = 21_600n;
/** Covers a key's own account and fees, with a reserve. */
const OWN_ACCOUNT_LAMPORTS = LAMPORTS_PER_SOL / 100n;
/** Node accounts in one registry change: more do not fit into a transaction. */
const NODES_PER_CHANGE = 16;

const SETTINGS: FlatSettings = {
  minSigners: MIN_SIGNERS,
  versionGraceSeconds: SETTLE_WINDOW_SECONDS,
  settleWindowSeconds: SETTLE_WINDOW_SECONDS,
  withdrawDelaySeconds: SETTLE_WINDOW_SECONDS,
  ...WORLD_PRICES,
  additionsDelaySeconds: 0n,
  guardian: null,
};

export interface DeployedProtocol {
  readonly programId: Address;
  /** CAIP-2 id of the cluster. */
  readonly network: string;
  readonly deploymentId: DeploymentId;
  readonly mint: Address;
  readonly treasuryTokenAccount: Address;
  readonly registryVersion: bigint;
  readonly minSigners: number;
  readonly redundancyBuffer: number;
  readonly prices: PriceSettings;
}

export interface ProtocolSetup {
  readonly ledger: WorldLedger;
  readonly identities: Identities;
  readonly endpointOf: (nodeIndex: number) => string;
}

/** The clients that every step of the set-up uses. */
interface SetupContext {
  readonly setup: ProtocolSetup;
  readonly reader: LedgerReader;
  readonly admin: AdminLedger;
  readonly mint: Address;
}

/** Sets up the protocol with the operators' own functions over RPC: deploy, initialise, register, subscribe, fund. Throws SetupError. */
export async function setUpProtocol(setup: ProtocolSetup): Promise<DeployedProtocol> {
  const { ledger, identities } = setup;
  const { rpcUrl } = ledger;
  const { programId, mint } = await ledger.prepare();
  const admin = administer({ programId, server: { rpcUrl }, signer: ledger.administrator });
  const reader = createLedgerReader({ rpcUrl, programId, configTtlMs: 0, subscriptionTtlMs: 0, minRefreshIntervalMs: 0 });
  const context: SetupContext = { setup, reader, admin, mint };
  const present = await presentOf(reader.config());
  if (present === null) await perform(admin, await planInitialise(admin, { mint, settings: SETTINGS }));
  await registerNodes(context);
  await perform(admin, await planRegisterGateway(admin, { gatewayAuthority: addressOf(identities.gateway) }));
  await perform(admin, await planTreasuryCreate(admin));
  await openSubscription(context, identities.subscriptionOwner, SUBSCRIPTION_ROUNDS);
  await addDelegate(context);
  await openSubscription(context, identities.otherOwner, SUBSCRIPTION_ROUNDS);
  await openSubscription(context, identities.exhaustedOwner, 0n);
  await openSubscription(context, identities.keeper, SUBSCRIPTION_ROUNDS);
  // The page lends the key of the other owner to its visitors, who may try each way to pay, and buy.
  const payers = [identities.agentPayer, identities.x402Payer, identities.subscriptionOwner, identities.otherOwner];
  for (const payer of payers) await grantTokens(context, addressOf(payer), PAYER_USDC_ATOMIC);
  await pauseFundedEscrow(context);
  await grantTokens(context, addressOf(identities.paywalledSource), 0n);
  await fund(context);
  return describe(context);
}

async function presentOf<T>(read: Promise<T>): Promise<T | null> {
  return read.catch((error: unknown) => {
    if (error instanceof ProtocolNotInitialisedError) return null;
    throw error;
  });
}

async function describe({ reader, admin, mint }: SetupContext): Promise<DeployedProtocol> {
  const [config, registry] = [await reader.config(), await reader.currentRegistry()];
  const { programId } = admin;
  return {
    programId,
    network: await admin.cluster.network(),
    deploymentId: config.deploymentId,
    mint,
    treasuryTokenAccount: treasuryAddress(programId, mint),
    registryVersion: registry.version,
    minSigners: registry.minSigners,
    redundancyBuffer: registry.redundancyBuffer,
    prices: config.prices,
  };
}

/** Replaces the nodes that an earlier world left on the ledger, and removes the rest of them. */
async function registerNodes({ setup, reader, admin }: SetupContext): Promise<void> {
  const { identities, endpointOf } = setup;
  const { deploymentId } = await reader.config();
  const earlier: RegistryAccount | null = await presentOf(reader.currentRegistry());
  for (const node of identities.nodes) {
    const intoRegistry = (earlier?.keys[node.index] ?? null) !== null;
    const { value: present } = await reader.node(nodeAddress(admin.programId, node.index));
    const place = { deploymentId, endpoint: endpointOf(node.index), previousRegisteredAt: present?.registeredAt ?? 0n };
    const input = { registration: prove(node, place), intoRegistry };
    await perform(admin, await planRegisterNode(admin, input));
  }
  const own = identities.nodes.map(({ index }) => index);
  const remove = (earlier?.keys ?? []).flatMap((key, index) => (key === null || own.includes(index) ? [] : [index]));
  for (let first = 0; first < own.length; first += NODES_PER_CHANGE) {
    const set = own.slice(first, first + NODES_PER_CHANGE);
    const isLast = first + NODES_PER_CHANGE >= own.length;
    const change = { set, remove: isLast ? remove : [], redundancyBuffer: REDUNDANCY_BUFFER, emergency: false };
    await perform(admin, await planChangeRegistry(admin, change));
  }
}

function prove(
  node: NodeIdentity,
  place: Pick<ProvenRegistration, 'endpoint' | 'previousRegisteredAt'> & { readonly deploymentId: DeploymentId },
): ProvenRegistration {
  const { index, publicKey, encryptionKey } = node;
  const operator = addressOf(node.operator);
  const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  const named = { index, encryptionKey, operator, ...place };
  return { ...named, publicKey, proof: provePossession({ signingKey: createSigningKey(node.secretKey), ...named }, { random }) };
}

async function openSubscription(context: SetupContext, ownerKey: SecretKey, rounds: bigint): Promise<void> {
  const { setup, reader, admin } = context;
  const owner = addressOf(ownerKey);
  const maxSignatures = setup.identities.nodes.length;
  const { prices } = await reader.config();
  const priceAtomic = rounds * (prices.subscriptionRoundBase + BigInt(maxSignatures) * prices.subscriptionRoundPerSig);
  await send(admin, transfer({ from: admin.signer.address, to: owner, lamports: OWN_ACCOUNT_LAMPORTS }));
  await grantTokens(context, owner, priceAtomic);
  const expiresAtSeconds = BigInt(await reader.clockSeconds()) + SUBSCRIPTION_SECONDS;
  const subscriber = actingAs(context, ownerKey);
  const terms = { gateway: addressOf(setup.identities.gateway), maxSignatures, rounds, expiresAtSeconds };
  await perform(subscriber, await planSubscribe(subscriber, terms));
}

async function addDelegate(context: SetupContext): Promise<void> {
  const { identities } = context.setup;
  const owner = actingAs(context, identities.subscriptionOwner);
  const expiresAtSeconds = BigInt(await context.reader.clockSeconds()) + SUBSCRIPTION_SECONDS;
  const bounds = { rounds: DELEGATE_ROUNDS, maxSignatures: identities.nodes.length, expiresAtSeconds };
  await perform(owner, await planSetDelegate(owner, { authority: addressOf(identities.delegate), ...bounds }));
}

async function pauseFundedEscrow(context: SetupContext): Promise<void> {
  const { setup, admin } = context;
  const { pausedEscrowPayer, gateway } = setup.identities;
  await send(admin, transfer({ from: admin.signer.address, to: addressOf(pausedEscrowPayer), lamports: OWN_ACCOUNT_LAMPORTS }));
  await grantTokens(context, addressOf(pausedEscrowPayer), PAUSED_ESCROW_ATOMIC);
  const payer = actingAs(context, pausedEscrowPayer);
  const escrow = { gateway: addressOf(gateway) };
  await perform(payer, await planFundEscrow(payer, { ...escrow, holdAtomic: PAUSED_ESCROW_ATOMIC }));
  await perform(payer, await planPauseEscrow(payer, escrow));
}

function actingAs({ setup, admin }: SetupContext, key: SecretKey): AdminLedger {
  return administer({ programId: admin.programId, server: { rpcUrl: setup.ledger.rpcUrl }, signer: signerFromSecretKey(key) });
}

async function grantTokens({ admin, mint }: SetupContext, owner: Address, amountAtomic: bigint): Promise<void> {
  const { address: authority } = admin.signer;
  const tokenAccount = associatedTokenAddress(owner, mint);
  await send(
    admin,
    createAssociatedTokenAccount({ payer: authority, owner, mint }),
    mintTo({ mint, tokenAccount, authority, amountAtomic }),
  );
}

/** Tops up every key of the manifest, the facilitator's and the gateway's to this ledger's target balance. */
async function fund({ setup, admin }: SetupContext): Promise<void> {
  const { identities, ledger } = setup;
  const { subscriptionOwner, delegate, otherOwner, exhaustedOwner, agentPayer, x402Payer, emptyPayer, stranger, gateway } = identities;
  const payers = [agentPayer, x402Payer, emptyPayer, identities.pausedEscrowPayer];
  const keys = [subscriptionOwner, delegate, otherOwner, exhaustedOwner, ...payers, stranger, identities.keeper, identities.facilitator];
  const wanted = [
    ...keys.map((key) => ({ address: addressOf(key), lamports: ledger.lamports.key })),
    { address: addressOf(gateway), lamports: ledger.lamports.gateway },
  ];
  const { accounts } = await admin.readAccounts(
    wanted.map(({ address }) => address),
    'confirmed',
  );
  const transfers = wanted.flatMap(({ address, lamports }, index) => {
    const missing = lamports - (accounts[index]?.lamports ?? 0n);
    return missing > 0n ? [transfer({ from: admin.signer.address, to: address, lamports: missing })] : [];
  });
  await send(admin, ...transfers);
}
