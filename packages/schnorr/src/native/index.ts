import type { Curve } from '../curve.js';
import type { RandomBytes } from '../random.js';
import { loadAddon } from './addon.js';
import { createAddonCurve } from './curve-addon.js';

/** Implementation of the curve: by an addon of Node, or in WebAssembly. */
export type FastCurveForm = 'native' | 'wasm';

/** Randomness, and where the addon is installed. */
export interface NativeCurveDeps {
  /** Blinds the multiplication of secrets, as libsecp256k1 recommends; without it the multiplication is still constant time. */
  readonly random?: RandomBytes;
  /** `import.meta.url` of an app that depends on `secp256k1`: an installation may keep it where this package does not find it. */
  readonly installedBy?: string;
}

/**
 * The curve on libsecp256k1 as an addon of Node: the same results as `createWasmCurve`, about twice as fast, and constant time for secrets.
 * `null` where the optional package `secp256k1` is not installed or has no build for this platform.
 */
export function createNativeCurve(deps: NativeCurveDeps = {}): Curve | null {
  const addon = loadAddon(deps.installedBy);
  return addon === null ? null : createAddonCurve(addon, deps);
}

/**
 * The faster of the forms that this platform has, and which one that is. The form `wasm` needs the package
 * `@bitauth/libauth`. Parameters as for `createNativeCurve`.
 */
export async function createFastCurve(deps: NativeCurveDeps = {}): Promise<{ readonly curve: Curve; readonly form: FastCurveForm }> {
  const native = createNativeCurve(deps);
  if (native !== null) return { curve: native, form: 'native' };
  const { createWasmCurve } = await import('../wasm/curve-libauth.js');
  return { curve: await createWasmCurve(deps), form: 'wasm' };
}
