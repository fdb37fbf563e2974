import { type Keypair, readKeypair } from '../keypair.js';
import { readSecretFile, readSetting, type Setting, type SettingPlace } from '../setting.js';
import { connectSigner } from './connect-signer.js';

/** Prefix of a socket's path, where a setting may name a file or a signer. */
const SOCKET_PREFIX = 'unix:';

/**
 * Reads the key that a setting names: a file, or `unix:<socket>` of a signer. The variable has the JSON of the file, or the same `unix:<socket>`.
 * Throws ConfigError.
 */
export async function readSigner(place: SettingPlace): Promise<Keypair> {
  const setting = readSetting(place);
  return setting.name === place.variable && !isSocket(setting) ? readKeypair(setting) : readNamedSigner(setting);
}

/** Reads the key that `text` names, as `readSigner` reads that of the file. Throws ConfigError. */
export async function readNamedSigner(setting: Setting): Promise<Keypair> {
  const { name, text } = setting;
  return isSocket(setting)
    ? await connectSigner({ setting: name, path: text.slice(SOCKET_PREFIX.length) })
    : readKeypair(await readSecretFile(name, text));
}

function isSocket({ text }: Setting): boolean {
  return text.startsWith(SOCKET_PREFIX);
}
