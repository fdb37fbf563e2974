import { resolve } from 'node:path';

import type { Environment } from '../config/environment.js';
import type { CallSettings } from '../config/settings.js';
import { parseJson } from '../json.js';
import { UsageError } from '../usage-error.js';
import type { Files } from './files.js';

const KEY_BYTES = 64;

/** The 64 bytes of the key that the settings name, else of a sample key of the localnet; null where neither is there. Throws UsageError. */
export async function findSecretKey(
  { files }: { readonly files: Pick<Files, 'readSecret'> },
  { values: { key: path }, localnet }: Pick<CallSettings, 'values' | 'localnet'>,
  sampleKey: string,
): Promise<Uint8Array | null> {
  if (path !== undefined) return readKeyFile(files, '--key', path);
  const sample = localnet?.key(sampleKey) ?? null;
  return sample === null ? null : parseSecretKey('--localnet', sample);
}

/** The whole path of a key file, which holds in every folder. `~/` is the home folder also where no shell has read it. */
export function wholeKeyPath({ environment }: { readonly environment: Environment }, path: string): string {
  return resolve(path.replace(/^~(?=\/)/, environment['HOME'] ?? '~'));
}

/** The key of a file. Throws UsageError where the file is absent, readable by others, or holds no key. */
export async function readKeyFile(files: Pick<Files, 'readSecret'>, field: string, path: string): Promise<Uint8Array> {
  const text = await files.readSecret(field, path);
  if (text === null) throw new UsageError(field, 'must name a file that exists');
  return parseSecretKey(field, text);
}

/** A key in the form of the Solana CLI. Throws UsageError, which repeats nothing of it. */
export function parseSecretKey(field: string, text: string): Uint8Array {
  const plain = parseJson(field, text);
  if (!Array.isArray(plain) || plain.length !== KEY_BYTES || !plain.every(isByte))
    throw new UsageError(field, 'must hold a key in the form of the Solana CLI: a JSON array of 64 bytes');
  return Uint8Array.from(plain);
}

function isByte(entry: unknown): entry is number {
  return typeof entry === 'number' && Number.isInteger(entry) && entry >= 0 && entry <= 255;
}
