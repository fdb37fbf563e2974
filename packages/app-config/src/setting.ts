import { readFile } from 'node:fs/promises';
import { ConfigError } from './config-error.js';

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

/** The same for a setting whose variable holds what the file that `value` names would hold. */
export async function readSettingFile(place: Place): Promise<Setting> {
  const { name, text } = readSetting(place);
  return name === place.variable ? { name, text } : readNamedFile(name, text);
}

/** The content of the file at `path`. Throws ConfigError. */
export async function readNamedFile(name: string, path: string): Promise<Setting> {
  try {
    return { name, text: await readFile(path, 'utf8') };
  } catch {
    // The reason would repeat the path.
    throw new ConfigError(name, 'must name a file that can be read');
  }
}
