import type { VerifySignature } from '../signature.js';
import { createCurveVerify } from '../verify.js';
import { createWasmCurve } from './curve-libauth.js';

export { createWasmCurve } from './curve-libauth.js';

/** `verifySignature` on libsecp256k1 compiled to WebAssembly: the same verdicts several times as fast. */
export async function createWasmVerify(): Promise<VerifySignature> {
  return createCurveVerify(await createWasmCurve());
}
