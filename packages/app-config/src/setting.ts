import { open, readFile } from 'node:fs/promises';
import { ConfigError } from './config-error.js';

/** The reason would repeat the path. */
const UNREADABLE = 'must name a file that can be read';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text with its name for the operator: a key of the file, a variable of the environment, or a flag. */
export interface Setting {
  readonly name: string;
  readonly text: string;
}

/** A variable of the environment and a member of the file that name one setting. The variable takes precedence over the file. */
export interface SettingPlace {
  readonly environment: Environment;
  readonly variable: string;
  readonly key: string;
  /** The file's value at `key`. */
  readonly value: string | undefined;
}

/** Throws ConfigError if the setting is in neither place. */
export function readSetting({ environment, variable, key, value }: SettingPlace): Setting {
  const override = environment[variable];
  if (override !== undefined) return { name: variable, text: override };
  if (value === undefined) throw new ConfigError(key, `is required, here or in ${variable}`);
  return { name: key, text: value };
}

/** Reads a secret: the variable holds the secret itself, `value` names a file that holds it. */
export async function readSettingFile(place: SettingPlace): Promise<Setting> {
  const { name, text } = readSetting(place);
  return name === place.variable ? { name, text } : readSecretFile(name, text);
}

/** Permissions of group and others. */
const OTHERS = 0o077;

/**
 * The content of the secret file at `path`. A file of this user that others can read is refused, as ssh refuses it. A file of another user,
 * such as a mounted secret, is that user's responsibility. Throws ConfigError.
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
