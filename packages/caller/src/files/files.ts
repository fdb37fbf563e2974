import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { UsageError } from '../usage-error.js';
import { readStreamText } from './read-text.js';

/** Files of the user, as the commands need them. */
export interface Files {
  /** Null where there is no such file. Throws UsageError named `field` where it cannot be read. */
  read(field: string, path: string): Promise<string | null>;
  /** Reads a secret. Throws UsageError where other users can read it. */
  readSecret(field: string, path: string): Promise<string | null>;
  /** Replaces the file in one step. Only its owner can read it and the folders that are made for it. */
  write(path: string, text: string): Promise<void>;
  /** False where no file was there. */
  remove(path: string): Promise<boolean>;
}

const MAX_BYTES = 4 * 1_024 * 1_024;
/** Permissions of group and others. */
const OTHERS = 0o077;

export const FILES: Files = {
  read: (field, path) => readFile(field, path, false),
  readSecret: (field, path) => readFile(field, path, true),
  async write(path, text) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(text);
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  },
  async remove(path) {
    try {
      await rm(path);
      return true;
    } catch (error) {
      if (isAbsent(error)) return false;
      throw error;
    }
  },
};

async function readFile(field: string, path: string, isSecret: boolean): Promise<string | null> {
  try {
    const file = await open(path);
    try {
      const { mode, uid } = await file.stat();
      // The rule is that of ssh: a file of another user, such as a mounted secret, is that user's responsibility.
      if (isSecret && uid === process.getuid?.() && (mode & OTHERS) !== 0)
        throw new UsageError(field, 'must name a file that only its owner can read: run chmod 600 on it');
      const text = await readStreamText(file.createReadStream({ autoClose: false }), MAX_BYTES);
      if (text === null) throw new UsageError(field, `must name a file of at most ${MAX_BYTES} bytes`);
      return text;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (isAbsent(error)) return null;
    throw new UsageError(field, 'must name a file that can be read');
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
