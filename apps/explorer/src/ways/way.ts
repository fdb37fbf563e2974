import type { Client, Info, LedgerOptions, RoundOptions } from '@oracle-gateway/client';
import type { AnyRound, Asked } from '../source/asked.js';
import type { AskVisitor } from '../spending/question.js';
import type { WalletKey } from '../wallets/wallet-key.js';

export interface WayInput {
  readonly key: WalletKey;
  readonly gateway: string;
  readonly ledger: LedgerOptions;
  /** Atomic units that a round may cost; 0 for a way that spends nothing. */
  readonly maxAmount: bigint;
  /** Nothing that costs is signed before the visitor has said yes. */
  readonly ask: AskVisitor;
}

export interface OpenedWay {
  readonly client: Client;
  /** Owner of the feeds, base58. */
  readonly feedOwner: string;
  /** Goes on with a payment whose outcome is unknown. It signs and pays nothing. */
  lookUp?(asked: Asked, options: RoundOptions & { readonly paymentId: string }): Promise<AnyRound>;
}

interface PricedRound {
  readonly quorum: number;
  readonly redundancyBuffer: number;
  /** Number of sources. */
  readonly units: number;
}

/** A way to earn a round. The page knows none of them by name; each is a module of this folder. */
export interface Way {
  /** Title for the visitor. */
  readonly title: string;
  readonly about: string;
  /** Whether each round moves money of the wallet, so that a limit is asked for. */
  readonly spends: boolean;
  /** Whether a wallet must sign transactions, beyond a text. */
  readonly needsTransactions: boolean;
  isServed(info: Info): boolean;
  /** Atomic units of one round, by the gateway's word; undefined where no price is told. */
  price(prices: Info['prices'], round: PricedRound): bigint | undefined;
  open(input: WayInput): OpenedWay;
}
