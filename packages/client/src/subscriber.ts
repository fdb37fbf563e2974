import { defaultQuorum, formatAddress, MIN_TOLERANCE_QUORUM } from '@oracle-gateway/protocol';
import {
  agentEscrowIsPaused,
  type ConfigAccount,
  decodeRegistry,
  type DelegateAccount,
  registryAddress,
  type RegistryAccount,
  type SubscriptionAccount,
  withdrawableFrom,
} from '@oracle-gateway/protocol/accounts';
import { ClientUsageError } from './base/errors.js';
import { wait } from './base/wait.js';
import type { Fetch } from './http/read-json.js';
import { addressIn, deploymentOf, type LedgerOptions } from './ledger/deployment.js';
import { type TransactionFate, landTransaction } from './transactions/land-transaction.js';
import { listDelegates, offerClosing, offerDelegate, offerRevocation } from './transactions/offer-delegate.js';
import { addressOfEscrow, escrowOf, offerFunding, offerWithdrawal } from './transactions/offer-escrow.js';
import {
  offerRenewal,
  offerSubscription,
  priceOfRound,
  type RenewalTerms,
  type SubscriptionTerms,
} from './transactions/offer-subscription.js';
import { type NothingToSign, type Offer, OFFER_UNITS } from './transactions/offer.js';
import { balanceOf, networkOf } from './transactions/read-ledger.js';
import { rpcAt } from './ledger/rpc-at.js';
import { deploymentSettings, readOf, type SubscriberLedger, tokensOf } from './transactions/subscriber-ledger.js';
import { subscriptionOf } from './transactions/subscription-of.js';
import type { WalletSigner } from './transactions/wallet-signer.js';

export { keypairWallet } from './transactions/keypair-wallet.js';
export type { TransactionFate } from './transactions/land-transaction.js';
export { NotOfferedError } from './transactions/not-offered-error.js';
export type { RenewalTerms, SubscriptionTerms } from './transactions/offer-subscription.js';
export type { NothingToSign, Offer } from './transactions/offer.js';
export type { WalletSigner } from './transactions/wallet-signer.js';
export type { LedgerOptions };

/** The ledger to trust, and the gateway that serves the subscription. */
export interface SubscriberOptions {
  readonly ledger: LedgerOptions;
  /** The gateway's account, base58: `gatewayPda` of `info()`. */
  readonly gateway: string;
  /** The key that subscribes, or pays in, base58. It is needed for offers; only `accept` signs. */
  readonly address: string;
  /** `globalThis.fetch` unless set; asks the ledger. */
  readonly fetch?: Fetch;
}

/** The holdings of a key on the ledger, and its price of a round. Money is in atomic units of the stablecoin, times in unix seconds. */
export interface SubscriberState {
  /** Atomic units of one round of a subscription, by its largest quorum. */
  readonly priceOfRound: (maxSignatures: number) => bigint;
  /** Quorum of a round that names none, of any mode: the most that a subscription usually needs. */
  readonly usualQuorum: number;
  /** Null where the key has no subscription. */
  readonly subscription: SubscriptionAccount | null;
  readonly escrow: {
    readonly heldAtomic: bigint;
    readonly paused: boolean;
    /** When it can be emptied; null while no withdrawal is requested. */
    readonly withdrawableFromSeconds: bigint | null;
  };
  readonly tokensAtomic: bigint;
  readonly lamports: bigint;
}

/** Names a delegate of the signer's own subscription. */
export interface DelegateKey {
  /** The delegate's own key, base58. */
  readonly delegate: string;
}

/** Bounds of a delegate. `rounds` are all that it may use, settled rounds included. */
export interface DelegateBounds extends DelegateKey, SubscriptionTerms {}

interface CallOptions {
  readonly signal?: AbortSignal;
}

/** The signer of an offer, and who hears of its transaction. */
export interface AcceptOptions extends CallOptions {
  readonly signer: WalletSigner;
  /** Hears the signature, base58, before the transaction is sent. */
  readonly onSending?: (signature: string) => void;
}

/**
 * The changes that a key makes for itself on the ledger. Each call reads the ledger and answers an offer: effects, price, rent and fee. Nothing is signed
 * before `accept`. All throw NotOfferedError where the ledger's state does not allow it, TransportError, ClientUsageError for a wrong
 * option, and VerificationError for a program of another network.
 */
export interface SubscriberActions {
  state(options?: CallOptions): Promise<SubscriberState>;
  /** Opens the key's subscription at the gateway. */
  offerSubscription(terms: SubscriptionTerms, options?: CallOptions): Promise<Offer>;
  /** Adds rounds or time to the key's subscription. */
  offerRenewal(terms: RenewalTerms, options?: CallOptions): Promise<Offer | NothingToSign>;
  /** Lets another key use the subscription, or changes what it may use. */
  offerDelegate(bounds: DelegateBounds, options?: CallOptions): Promise<Offer | NothingToSign>;
  /** Ends a delegate for good. */
  offerRevocation(input: DelegateKey, options?: CallOptions): Promise<Offer | NothingToSign>;
  /** Closes a delegate that has ended, for its rent. */
  offerClosing(input: DelegateKey, options?: CallOptions): Promise<Offer | NothingToSign>;
  /** Delegates of the subscription, also revoked ones. */
  delegates(options?: CallOptions): Promise<readonly DelegateAccount[]>;
  /** Pays into the escrow with the gateway, from which agent rounds are paid. */
  offerFunding(input: { readonly amountAtomic: bigint }, options?: CallOptions): Promise<Offer | NothingToSign>;
  /** The next of the two transactions that empty the escrow: the request, and the withdrawal once its delay is over. */
  offerWithdrawal(options?: CallOptions): Promise<Offer | NothingToSign>;
  /**
   * Signs what an offer says, sends it, and looks it up until its outcome is certain.
   *
   * @throws ClientUsageError when the signer refuses, TransportError before anything is sent
   */
  accept(offer: Offer, options: AcceptOptions): Promise<TransactionFate>;
}

/** The network of a Solana RPC server, as its CAIP-2 id. @throws TransportError */
export function networkAt(
  { rpcUrl, fetch }: Pick<LedgerOptions, 'rpcUrl'> & Pick<SubscriberOptions, 'fetch'>,
  { signal }: CallOptions = {},
): Promise<string> {
  return networkOf(rpcAt(rpcUrl, fetch), signal);
}

/**
 * Subscriptions, delegates and the escrow of one key at one gateway.
 *
 * @throws ClientUsageError for a wrong option
 * @example
 * const subscriber = createSubscriber({ ledger, gateway: (await client.info()).gatewayPda, address: wallet.address });
 * const offer = await subscriber.offerSubscription({ maxSignatures: 5, rounds: 10_000n, expiresAtSeconds });
 * const landing = await subscriber.accept(offer, { signer: wallet });
 */
export function createSubscriber({ ledger, gateway, address, fetch }: SubscriberOptions): SubscriberActions {
  const { programId, deploymentId } = deploymentOf(ledger);
  const asked: SubscriberLedger = {
    rpc: rpcAt(ledger.rpcUrl, fetch),
    programId,
    deploymentId,
    owner: addressIn('address', address),
    gateway: addressIn('gateway', gateway),
  };
  const { rpc, owner } = asked;
  return {
    state: ({ signal } = {}) => stateOf(asked, signal),
    offerSubscription: (terms, { signal } = {}) => offerSubscription(asked, terms, signal),
    offerRenewal: (terms, { signal } = {}) => offerRenewal(asked, terms, signal),
    offerDelegate: async ({ delegate, ...bounds }, { signal } = {}) =>
      offerDelegate(asked, { ...bounds, delegate: addressIn('delegate', delegate) }, signal),
    offerRevocation: async ({ delegate }, { signal } = {}) => offerRevocation(asked, addressIn('delegate', delegate), signal),
    offerClosing: async ({ delegate }, { signal } = {}) => offerClosing(asked, addressIn('delegate', delegate), signal),
    delegates: ({ signal } = {}) => listDelegates(asked, signal),
    offerFunding: (input, { signal } = {}) => offerFunding(asked, input, signal),
    offerWithdrawal: ({ signal } = {}) => offerWithdrawal(asked, signal),
    async accept({ signer: named, instructions }, { signer, signal, onSending }) {
      if (signer.address !== formatAddress(owner) || formatAddress(named) !== formatAddress(owner))
        throw new ClientUsageError('signer', 'must be the key that the offer is for');
      return landTransaction({ rpc, signer, wait }, { instructions, units: OFFER_UNITS, onSending }, signal);
    },
  };
}

async function stateOf(ledger: SubscriberLedger, signal: AbortSignal | undefined): Promise<SubscriberState> {
  const { rpc, owner } = ledger;
  const config: ConfigAccount = await deploymentSettings(ledger, signal);
  const [registry, subscription, escrow, held, tokens, lamports] = await Promise.all([
    readOf(ledger, registryAddress(ledger.programId, config.registryVersion), decodeRegistry, signal),
    subscriptionOf(ledger, signal),
    escrowOf(ledger, signal),
    tokensOf(rpc, addressOfEscrow(ledger), config.mint, signal),
    tokensOf(rpc, owner, config.mint, signal),
    balanceOf(rpc, owner, signal),
  ]);
  return {
    priceOfRound: (maxSignatures) => priceOfRound(config, maxSignatures),
    usualQuorum: usualQuorumOf(registry),
    subscription,
    escrow: {
      heldAtomic: held ?? 0n,
      paused: escrow !== null && agentEscrowIsPaused(escrow),
      withdrawableFromSeconds: escrow === null ? null : withdrawableFrom(escrow, config),
    },
    tokensAtomic: tokens ?? 0n,
    lamports,
  };
}

function usualQuorumOf(registry: RegistryAccount | null): number {
  if (registry === null) return MIN_TOLERANCE_QUORUM;
  return Math.min(registry.active, Math.max(MIN_TOLERANCE_QUORUM, defaultQuorum(registry, { rules: [undefined] })));
}
