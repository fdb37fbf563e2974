import { type Curve, portableCurve } from '../src/index.js';
import { createNativeCurve } from '../src/native/index.js';
import { createWasmCurve } from '../src/wasm/index.js';

const native = createNativeCurve();

/** All forms of the curve that there are here: what a test holds one to, it holds the others to. */
export const curves: readonly (readonly [form: string, curve: Curve])[] = [
  ['noble', portableCurve],
  ['libsecp256k1 in WebAssembly', await createWasmCurve()],
  ...(native === null ? [] : [['libsecp256k1 as an addon', native] as const]),
];
