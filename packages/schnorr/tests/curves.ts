import { type Curve, portableCurve } from '../src/index.js';
import { createWasmCurve } from '../src/wasm/index.js';

/** Both forms of the curve: what a test holds one to, it holds the other to. */
export const curves: readonly (readonly [form: string, curve: Curve])[] = [
  ['noble', portableCurve],
  ['libsecp256k1', await createWasmCurve()],
];
