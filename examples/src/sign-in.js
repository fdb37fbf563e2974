/**
 * The text that a wallet shows and signs, and the message with its signature (docs/api.md, POST /v1/session). No imports: a page loads it
 * as it stands.
 *
 * @typedef {object} SignIn
 * @property {string} domain this and the next two are `signIn` of GET /v1/info
 * @property {string} uri
 * @property {string} chainId CAIP-2
 * @property {string} address base58, of the key that signs
 * @property {string} nonce 8 to 128 letters and digits that the key has not used yet
 * @property {string} issuedAt ISO 8601
 */

/** @param {SignIn} signIn @returns {string} the text to sign, as UTF-8 */
export function signInText({ domain, uri, chainId, address, nonce, issuedAt }) {
  return `${domain} wants you to sign in with your Solana account:
${address}

URI: ${uri}
Version: 1
Chain ID: ${chainId.slice('solana:'.length)}
Nonce: ${nonce}
Issued At: ${issuedAt}`;
}

/** @param {SignIn} signIn @param {Uint8Array} signature Ed25519, of the text @returns {string} the value of `SIGN-IN-WITH-X` */
export function signInHeader({ domain, uri, chainId, address, nonce, issuedAt }, signature) {
  const hex = Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return btoa(JSON.stringify({ domain, address, uri, version: '1', chainId, type: 'ed25519', nonce, issuedAt, signature: `0x${hex}` }));
}
