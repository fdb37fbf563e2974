import { open, readFile } from 'node:fs/promises';
import { ConfigError } from './config-error.js';

/** The reason would repeat the path. */
const UNREADABLE = 'must name a file that can be read';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text, and the name an operator knows it by: a key of the file, a variable of the environment, or a flag. */
export interface Setting {
  readonly name: string;
  readonly text: string;
}

/** Where one setting may stand. The variable goes before the file. */
export interface Place {
  readonly environment: Environment;
  readonly variable: string;
  readonly key: string;
  /** What the file has at `key`. */
  readonly value: string | undefined;
}

/** Throws ConfigError when the setting stands nowhere. */
export function readSetting({ environment, variable, key, value }: Place): Setting {
  const override = environment[variable];
  if (override !== undefined) return { name: variable, text: override };
  if (value === undefined) throw new ConfigError(key, `is required, here or in ${variable}`);
  return { name: key, text: value };
}

/** The same for a secret whose variable holds what the file that `value` names would hold. */
export async function readSettingFile(place: Place): Promise<Setting> {
  const { name, text } = readSetting(place);
  return name === place.variable ? { name, text } : readSecretFile(name, text);
}

/** What group and others may do with a file. */
const OTHERS = 0o077;

/**
 * The content of the secret file at `path`. One that belongs to this user and can be read by others is refused, as ssh refuses it: a file of
 * another user's is that one's to guard, such as a mounted secret. Throws ConfigError.
 */
export async function readSecretFile(name: string, path: string): Promise<Setting> {
  const file = await open(path).catch(() => {
    throw new ConfigError(name, UNREADABLE);
  });
  try {
    const { mode, uid } = await file.stat();
    if (uid === process.getuid?.() && (mode & OTHERS) !== 0)
      throw new ConfigError(
        name,
        'must name a file that only its owner can read: run chmod 600 on it, and replace the key if others had access',
      );
    return { name, text: await file.readFile('utf8') };
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError(name, UNREADABLE);
  } finally {
    await file.close();
  }
}

/** The content of the file at `path`. Throws ConfigError. */
export async function readNamedFile(name: string, path: string): Promise<Setting> {
  try {
    return { name, text: await readFile(path, 'utf8') };
  } catch {
    throw new ConfigError(name, UNREADABLE);
  }
}
