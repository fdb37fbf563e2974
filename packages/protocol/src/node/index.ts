export { createNativeEd25519Verifier } from './native-ed25519.js';
