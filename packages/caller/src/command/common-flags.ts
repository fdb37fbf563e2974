import { DEFAULT_MANIFEST } from '../config/localnet.js';
import { anyText, file, type ValueKind } from '../value-kind.js';
import { type Flag, grouped, optional, toggle } from './flag.js';

/** Form of the output. */
export const OUTPUT_FLAGS = grouped('Output', {
  json: toggle('prints each result as one line of JSON, and errors as JSON on the standard error'),
  quiet: toggle('prints no remarks', { short: 'q' }),
});

/** Origin of the settings that no flag gives. */
export const PROFILE_FLAGS = grouped('Connection', {
  profile: optional({ ...anyText, placeholder: 'name' }, 'profile of the configuration file'),
  localnet: optional(file, `the localnet of this manifest (${DEFAULT_MANIFEST}), with a sample key`, { placeholder: '[manifest]' }),
});

/** A setting as a flag, which comes before every other place of the setting. */
export function settingFlag<T>({ kind, meaning }: { readonly kind: ValueKind<T>; readonly meaning: string }): Flag<T | undefined> {
  return optional(kind, meaning);
}

/** A manifest by its ending, or a path by its beginning. */
const MANIFEST = /\.json$|^(?:\.{0,2}|~)\//;

/** A word after `--localnet` is its manifest only where it looks like a path: `get --localnet coinbase/btc-usd` asks for the feed. */
export function withWholeManifest(argv: readonly string[]): readonly string[] {
  return argv.map((word, place) =>
    word === '--localnet' && !MANIFEST.test(argv[place + 1] ?? '') ? `--localnet=${DEFAULT_MANIFEST}` : word,
  );
}
