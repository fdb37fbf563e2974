// A wallet of the Wallet Standard in the page, whose key stays in the test.
import { ed25519 } from '@noble/curves/ed25519.js';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';

const REGISTER = `(() => {
  const account = { address: '', publicKey: new Uint8Array(32), chains: ['solana:localnet'], features: ['solana:signMessage'] };
  const connect = async () => { account.address = await walletAddress(); return { accounts: [account] }; };
  const signMessage = async ({ message }) => [{ signedMessage: message, signature: Uint8Array.from(await walletSignature([...message])) }];
  const signTransaction = async ({ transaction }) => [{ signedTransaction: Uint8Array.from(await walletTransaction([...transaction])) }];
  const wallet = { version: '1.0.0', name: 'Test Wallet', icon: 'data:image/svg+xml;base64,PHN2Zy8+', chains: ['solana:localnet'], accounts: [],
    features: { 'standard:connect': { version: '1.0.0', connect }, 'solana:signMessage': { version: '1.0.0', signMessage },
      'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: ['legacy', 0], signTransaction } } };
  const register = ({ register }) => register(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  window.addEventListener('wallet-standard:app-ready', ({ detail }) => register(detail));
})()`;

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** Place of the keys in a message of version 0. */
const KEYS_AT = 5;

/** The transaction with the key's signature at its place. */
function signedTransaction(bytes, key) {
  const transaction = Uint8Array.from(bytes);
  const message = transaction.slice(1 + transaction[0] * SIGNATURE_BYTES);
  const keyAt = (place) => Buffer.from(message.slice(KEYS_AT + place * KEY_BYTES, KEYS_AT + (place + 1) * KEY_BYTES));
  const place = Array.from({ length: transaction[0] }, (_, one) => one).find((one) => keyAt(one).equals(key.slice(KEY_BYTES)));
  transaction.set(ed25519.sign(message, key.slice(0, KEY_BYTES)), 1 + place * SIGNATURE_BYTES);
  return [...transaction];
}

/** Puts the wallet into a page before it loads. `shown` has the texts, and `transactions` counts the transactions, that it was asked to sign. */
export function testWallet(secretKey) {
  const key = Uint8Array.from(secretKey);
  const wallet = {
    refuses: false,
    shown: [],
    transactions: 0,
    async prepare(page) {
      await page.exposeFunction('walletAddress', () => formatAddress(toAddress(key.slice(32))));
      await page.exposeFunction('walletSignature', (bytes) => {
        if (wallet.refuses) throw new Error('User rejected the request');
        wallet.shown.push(Buffer.from(bytes).toString());
        return [...ed25519.sign(Uint8Array.from(bytes), key.slice(0, 32))];
      });
      await page.exposeFunction('walletTransaction', (bytes) => {
        if (wallet.refuses) throw new Error('User rejected the request');
        wallet.transactions += 1;
        return signedTransaction(bytes, key);
      });
      await page.evaluateOnNewDocument(REGISTER);
    },
  };
  return wallet;
}
