import { createHash } from 'node:crypto';
import { join } from 'node:path';

import type { OpenSession } from '@oracle-gateway/client';

import type { Files } from '../files/files.js';
import { own, parseJson } from '../json.js';
import { UsageError } from '../usage-error.js';

/** Sign-ins that outlive their process: one file for each gateway, which only its owner can read. The token is a secret. */
export interface SignInStore {
  read(gateway: string): Promise<OpenSession | null>;
  write(gateway: string, open: OpenSession): Promise<void>;
  /** False where no session was kept. */
  remove(gateway: string): Promise<boolean>;
}

const FIELD = 'the kept session';
/** Version of the file's form, its member `version`. */
const FILE_VERSION = 1;
const NAME_CHARACTERS = 32;

export function createSignInStore(files: Files, folder: string): SignInStore {
  const pathOf = (gateway: string): string => {
    // The same gateway, with or without a slash at the end.
    const name = new URL(gateway).href.replace(/\/+$/, '');
    return join(folder, `${createHash('sha256').update(name).digest('hex').slice(0, NAME_CHARACTERS)}.json`);
  };
  return {
    async read(gateway) {
      const text = await files.readSecret(FIELD, pathOf(gateway));
      return text === null ? null : readOpen(parseJson(FIELD, text));
    },
    write: (gateway, { gateway: at, token, address, subscriptionOwner, expiresAtSeconds }) =>
      files.write(
        pathOf(gateway),
        `${JSON.stringify({ version: FILE_VERSION, gateway: at, token, address, subscriptionOwner, expiresAtSeconds })}\n`,
      ),
    remove: (gateway) => files.remove(pathOf(gateway)),
  };
}

function readOpen(plain: unknown): OpenSession {
  if (own(plain, 'version') !== FILE_VERSION)
    throw new UsageError(FIELD, `must be of version ${FILE_VERSION}, which this release writes: run oracle-gateway login again`);
  const text = (name: string): string => {
    const value = own(plain, name);
    if (typeof value !== 'string') throw new UsageError(FIELD, `must have a text ${name}: run oracle-gateway login again`);
    return value;
  };
  const expiresAtSeconds = own(plain, 'expiresAtSeconds');
  if (typeof expiresAtSeconds !== 'number') throw new UsageError(FIELD, 'must have an end: run oracle-gateway login again');
  return {
    gateway: text('gateway'),
    token: text('token'),
    address: text('address'),
    subscriptionOwner: text('subscriptionOwner'),
    expiresAtSeconds,
  };
}
