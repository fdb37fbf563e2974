import { objectOf, textIn } from '../read-json.js';
import { WalletError, type WalletKey } from './wallet-key.js';

/** A wallet of the browser that can sign a text with a key of Solana. */
export interface Wallet {
  readonly name: string;
  /** A data URL; empty where the wallet has none that may be shown. */
  readonly icon: string;
  /** Asks the wallet which key to use. @throws what the wallet throws, and WalletError */
  connect(): Promise<WalletKey>;
}

type Method = (input?: object) => unknown;

const MAX_WALLETS = 32;

/**
 * Hears of the wallets of the browser by the events of the Wallet Standard, which wallets and pages exchange in either order. The standard's
 * own library needs a later Node than the rest of the workspace, and no more than these two events are used.
 *
 * @returns stops it
 */
export function watchWallets(
  deps: { readonly target: EventTarget; readonly createEvent: (type: string, detail: object) => Event },
  onWallets: (wallets: readonly Wallet[]) => void,
): () => void {
  const wallets = new Map<string, Wallet>();
  const register = (...registered: readonly unknown[]): (() => void) => {
    for (const wallet of registered.map(walletOf)) if (wallet !== undefined && wallets.size < MAX_WALLETS) wallets.set(wallet.name, wallet);
    onWallets([...wallets.values()]);
    return () => undefined;
  };
  const api = Object.freeze({ register });
  const onRegister = (event: Event): void => {
    if ('detail' in event && isHandler(event.detail)) event.detail(api);
  };
  deps.target.addEventListener('wallet-standard:register-wallet', onRegister);
  deps.target.dispatchEvent(deps.createEvent('wallet-standard:app-ready', api));
  return () => deps.target.removeEventListener('wallet-standard:register-wallet', onRegister);
}

/** Undefined for a wallet that cannot sign a text for Solana. */
function walletOf(registered: unknown): Wallet | undefined {
  const wallet = objectOf(registered);
  const name = textIn(wallet?.['name']);
  const features = objectOf(wallet?.['features']);
  const connect = methodOf(features?.['standard:connect'], 'connect');
  const signMessage = methodOf(features?.['solana:signMessage'], 'signMessage');
  const signTransaction = methodOf(features?.['solana:signTransaction'], 'signTransaction');
  if (name === undefined || connect === undefined || signMessage === undefined) return undefined;
  const icon = textIn(wallet?.['icon']) ?? '';
  return {
    name,
    icon: /^data:image\/(svg\+xml|webp|png|gif);base64,/.test(icon) ? icon : '',
    async connect() {
      const account = firstOf(objectOf(await connect())?.['accounts']);
      const address = textIn(objectOf(account)?.['address']);
      if (address === undefined) throw new WalletError('the wallet shared no key');
      return {
        address,
        async sign(message) {
          const signature = objectOf(firstOf(await signMessage({ account, message })))?.['signature'];
          if (!(signature instanceof Uint8Array)) throw new WalletError('the wallet answered without a signature');
          return signature;
        },
        ...(signTransaction === undefined
          ? {}
          : {
              async signTransaction(transaction) {
                const signed = objectOf(firstOf(await signTransaction({ account, transaction })))?.['signedTransaction'];
                if (!(signed instanceof Uint8Array)) throw new WalletError('the wallet answered without a transaction');
                return signed;
              },
            }),
      };
    },
  };
}

function methodOf(feature: unknown, name: string): Method | undefined {
  const holder = objectOf(feature);
  const method = holder?.[name];
  return typeof method === 'function' ? (input) => method.call(holder, input) as unknown : undefined;
}

function isHandler(value: unknown): value is (api: object) => void {
  return typeof value === 'function';
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list.at(0) : undefined;
}
