// A page with the client: a key that scripts cannot read signs, and the page shows what was verified.
import { createClient, owner, session } from '@oracle-gateway/client';
import { payPerRequest } from '@oracle-gateway/client/x402';
import { createSignerFromKeyPair } from '@solana/kit';

const { document } = globalThis;
const { subtle } = globalThis.crypto;

document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  say(`violation: ${violatedDirective} ${blockedURI}`),
);

/** Whether the page's policy lets a text become code. */
function mayCompile() {
  try {
    return new Function('return true')();
  } catch (error) {
    return error.name;
  }
}

/** @param {string} text */
function say(text) {
  document.querySelector('output')?.append(`${text}\n`);
}

/** @param {{ address: string, privateKey: CryptoKey }} key */
function signerOf({ address, privateKey }) {
  return {
    address,
    sign: async (/** @type {Uint8Array} */ message) => new Uint8Array(await subtle.sign('Ed25519', privateKey, message)),
  };
}

/** @param {{ address: string, pkcs8: number[], publicKey: number[] }} input */
async function importKey({ address, pkcs8, publicKey }) {
  const privateKey = await subtle.importKey('pkcs8', Uint8Array.from(pkcs8), 'Ed25519', false, ['sign']);
  return { address, privateKey, publicKey: await subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', true, ['verify']) };
}

const accounts = {
  owner: async (key) => owner({ signer: signerOf(key) }),
  session: async (key) => session({ signer: signerOf(key) }),
  payPerRequest: async (key) => payPerRequest({ signer: await createSignerFromKeyPair(key), maxAmount: 10_000n }),
};

// Functions that buttons would call.
Object.assign(globalThis, {
  tryToCompile: () => say(`compiled: ${mayCompile()}`),
  async ask({ account, key, gateway, ledger, source }) {
    try {
      const client = createClient({ gateway, ledger, account: await accounts[account](await importKey(key)) });
      const round = await client.round(source, { quorum: 3 });
      say(`value ${round.value} signed by ${round.signers.length}`);
      say(`ended ${(await round.settled()).kind}`);
    } catch (error) {
      say(`${error.name}: ${error.message}`);
    }
    say('over');
  },
});
