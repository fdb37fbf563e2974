// A wallet of the Wallet Standard in the page, whose key stays in the test.
import { ed25519 } from '@noble/curves/ed25519.js';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';

const REGISTER = `(() => {
  const account = { address: '', publicKey: new Uint8Array(32), chains: ['solana:localnet'], features: ['solana:signMessage'] };
  const connect = async () => { account.address = await walletAddress(); return { accounts: [account] }; };
  const signMessage = async ({ message }) => [{ signedMessage: message, signature: Uint8Array.from(await walletSignature([...message])) }];
  const wallet = { version: '1.0.0', name: 'Test Wallet', icon: 'data:image/svg+xml;base64,PHN2Zy8+', chains: ['solana:localnet'], accounts: [],
    features: { 'standard:connect': { version: '1.0.0', connect }, 'solana:signMessage': { version: '1.0.0', signMessage } } };
  const register = ({ register }) => register(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  window.addEventListener('wallet-standard:app-ready', ({ detail }) => register(detail));
})()`;

/** Puts the wallet into a page before it loads. `shown` has the texts that the wallet was asked to sign. */
export function testWallet(secretKey) {
  const key = Uint8Array.from(secretKey);
  const wallet = {
    refuses: false,
    shown: [],
    async prepare(page) {
      await page.exposeFunction('walletAddress', () => formatAddress(toAddress(key.slice(32))));
      await page.exposeFunction('walletSignature', (bytes) => {
        if (wallet.refuses) throw new Error('User rejected the request');
        wallet.shown.push(Buffer.from(bytes).toString());
        return [...ed25519.sign(Uint8Array.from(bytes), key.slice(0, 32))];
      });
      await page.evaluateOnNewDocument(REGISTER);
    },
  };
  return wallet;
}
