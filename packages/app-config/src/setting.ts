import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { access, constants, open, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from './config-error.js';

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
  return reading(name, path, async () => {
    const file = await open(path);
    try {
      requirePrivate(name, await file.stat());
      return { name, text: inUtf8(name, await file.readFile('utf8')) };
    } finally {
      await file.close();
    }
  });
}

/** Reads a secret file as `readSecretFile` does, while the process runs. Throws ConfigError. */
export function rereadSecretFile(name: string, path: string): Setting {
  try {
    const file = openSync(path, 'r');
    try {
      requirePrivate(name, fstatSync(file));
      return { name, text: inUtf8(name, readFileSync(file, 'utf8')) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unreadable(name, path, error);
  }
}

function requirePrivate(name: string, stats: Stats): void {
  if (stats.isFile() && stats.uid === process.getuid?.() && (stats.mode & OTHERS) !== 0)
    throw new ConfigError(
      name,
      'must name a file that only its owner can read: run chmod 600 on it, and replace the key if others had access',
    );
}

/** The content of the file at `path`. Throws ConfigError. */
export async function readNamedFile(
  name: string,
  path: string,
  { byteOrderMark }: { readonly byteOrderMark: 'allowed' | 'refused' } = { byteOrderMark: 'refused' },
): Promise<Setting> {
  return reading(name, path, async () => {
    const text = await readFile(path, 'utf8');
    return { name, text: byteOrderMark === 'allowed' ? text : inUtf8(name, text) };
  });
}

/** The bytes of the file at `path`. Throws ConfigError. */
export function readNamedBytes(name: string, path: string): Promise<Uint8Array> {
  return reading(name, path, () => readFile(path));
}

/** Throws ConfigError where this user cannot list `folder`, or write files into it. */
export async function requireFolder(name: string, folder: string, use: 'list' | 'write'): Promise<void> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new ConfigError(name, `must be in a folder; ${resolve(folder)} is a file`);
    await access(folder, constants.X_OK | (use === 'write' ? constants.W_OK : constants.R_OK));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const rule = use === 'write' ? 'must name a file in a folder that this user can write' : 'must name a folder that can be read';
    throw new ConfigError(name, `${rule}; ${unreadableReason(error, folder)}`);
  }
}

async function reading<T>(name: string, path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw unreadable(name, path, error);
  }
}

function unreadable(name: string, path: string, error: unknown): ConfigError {
  return error instanceof ConfigError
    ? error
    : new ConfigError(name, `must name a file that can be read; ${unreadableReason(error, path)}`);
}

function inUtf8(name: string, text: string): string {
  if (text.includes('\0')) throw new ConfigError(name, 'must name a file in UTF-8; save it as UTF-8');
  if (text.startsWith('\uFEFF')) throw new ConfigError(name, 'must name a file without a byte order mark; save it as UTF-8 without one');
  return text;
}

/** Tells why a path cannot be used. */
export function unreadableReason(error: unknown, path: string): string {
  const place = resolve(path);
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOENT':
      return `there is no ${mayShow(path) ? place : `such file in ${process.cwd()}`}`;
    case 'ENOTDIR':
      return `a part of ${place} is not a folder`;
    case 'EISDIR':
      return `${place} is a folder`;
    case 'EACCES':
    case 'EPERM':
      return `this user has no permission for ${place}`;
    default:
      return 'it cannot be read';
  }
}

/** A path is no secret. A secret that stands in its place is not shown: it has neither folders nor a file extension. */
function mayShow(path: string): boolean {
  return /^[\w.@~ -]*(?:\/[\w.@~ -]*)+$/.test(path) || /^[\w@~-]{1,64}\.\w{1,8}$/.test(path);
}
