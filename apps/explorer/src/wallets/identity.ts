import type { OpenedWay, Way } from '../ways/way.js';
import type { WalletKey } from './wallet-key.js';

/** A wallet that the visitor has chosen. */
export interface ChosenWallet {
  readonly name: string;
  readonly key: WalletKey;
}

/** Identity that asks and pays. */
export interface Identity extends OpenedWay {
  /** Public key of the wallet, base58. */
  readonly address: string;
  readonly way: Way;
}
