import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { unreadableReason } from '@oracle-gateway/app-config';
import type { HighWater } from '@oracle-gateway/outbox';
import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const Count = Type.Integer({ minimum: 0 });
/** Version of the file's form, its member `version`. */
const MARK_VERSION = 1;
const StoredMark = Type.Object(
  { version: Type.Literal(MARK_VERSION), gateway: Type.String(), pending: Count, settling: Count },
  { additionalProperties: false },
);
const OtherVersion = Type.Object({ version: Type.Unknown() });

/** The file cannot be used: it may be of another gateway, or damaged. */
export class HighWaterFileError extends Error {
  override readonly name = 'HighWaterFileError';
  constructor(rule: string) {
    super(`outbox.mark_path: ${rule}`);
  }
}

/**
 * Keeps outside Redis how many rounds were served, so that a process that starts after a restore notices an older copy. All processes of a
 * gateway may share one file: none writes less than the file holds. Where two write in the same moment, the lower mark may stay until the other
 * process writes again, in `MARK_INTERVAL_MS`.
 */
export interface HighWaterFile {
  /** Reads the mark of an earlier process; null: nothing yet. Throws HighWaterFileError. */
  read(): Promise<HighWater | null>;
  /** Raises it, where the file holds less. A crash leaves the old file or the new one. Throws HighWaterFileError for a file that is no mark of this gateway. */
  write(highWater: HighWater): Promise<void>;
}

export function createHighWaterFile({ path, gateway }: { readonly path: string; readonly gateway: Address }): HighWaterFile {
  const name = formatAddress(gateway);
  // Processes in containers have the same process id.
  const draft = `${path}.${randomUUID()}`;
  const read = async (): Promise<HighWater | null> => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw new HighWaterFileError(`must name a file that can be read; ${unreadableReason(error, path)}`);
    });
    if (text === null) return null;
    const mark = readMark(text);
    if (mark.gateway !== name) throw new HighWaterFileError('must name a file of this gateway; name another, one for each gateway');
    return { pending: mark.pending, settling: mark.settling };
  };
  return {
    read,
    async write(reached) {
      const held = await read();
      const pending = Math.max(reached.pending, held?.pending ?? 0);
      const settling = Math.max(reached.settling, held?.settling ?? 0);
      if (held?.pending === pending && held.settling === settling) return;
      try {
        await writeFile(draft, JSON.stringify({ version: MARK_VERSION, gateway: name, pending, settling }), { flush: true });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
  };
}

function readMark(text: string): Static<typeof StoredMark> {
  const refusal = new HighWaterFileError('holds something else than a mark; remove it to serve without one');
  try {
    const plain: unknown = JSON.parse(text);
    if (Value.Check(StoredMark, plain)) return plain;
    if (!Value.Check(OtherVersion, plain) || plain.version === MARK_VERSION) throw refusal;
  } catch {
    throw refusal;
  }
  throw new HighWaterFileError(
    `must be of version ${MARK_VERSION}; start the release that wrote the file, or remove it to serve without one`,
  );
}
