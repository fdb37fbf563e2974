export { createNativeEd25519Verifier } from './native-ed25519.js';
export { nativeSha256 } from './native-sha256.js';
