import { ConfigError } from './config-error.js';
import { readSettingFile, rereadSecretFile, type Setting, type SettingPlace } from './setting.js';

/** A secret that may change while the process runs. Ask for it at each use. */
export interface Renewable<T> {
  /** The present one. It blocks for one read of a small file, once a second at most. */
  current(): T;
}

const REREAD_AFTER_MS = 1_000;

/** A secret that stays. */
export function unchanging<T>(value: T): Renewable<T> {
  return { current: () => value };
}

/**
 * Reads a secret as `readSettingFile` does, and its file again when the secret is used. A file that cannot be used later changes nothing: the last
 * secret goes on, and `check-config` says what is wrong. A variable of the environment stays. Throws ConfigError.
 *
 * @param parse throws ConfigError
 */
export async function readRenewable<T>(
  place: SettingPlace,
  parse: (setting: Setting) => T,
  { monotonicMs = () => performance.now() }: { readonly monotonicMs?: () => number } = {},
): Promise<Renewable<T>> {
  const setting = await readSettingFile(place);
  const { key, value: path } = place;
  let last = parse(setting);
  if (setting.name === place.variable || path === undefined) return unchanging(last);
  let readAtMs = monotonicMs();
  return {
    current() {
      if (monotonicMs() - readAtMs < REREAD_AFTER_MS) return last;
      readAtMs = monotonicMs();
      try {
        last = parse(rereadSecretFile(key, path));
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
      }
      return last;
    },
  };
}
