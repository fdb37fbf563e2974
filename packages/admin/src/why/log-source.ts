import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { UsageError } from '@oracle-gateway/caller/settings';

/** Lines of one or more programs, which can be read more than once. */
export interface LogSource {
  /** The user's own name of it. */
  readonly name: string;
  /** Its bytes, unpacked. `onCut` is called where a packed file ends early, as one that is being written does. */
  read(onCut: () => void): AsyncIterable<Uint8Array>;
}

const STANDARD_INPUT = '-';
/** The standard input is kept in memory, because it is read twice. */
const MAX_INPUT_BYTES = 256 * 1_024 * 1_024;

/** Opens the named files, `-` for standard input. Throws UsageError where one cannot be read. `input` is null at a terminal. */
export async function openLogSources(paths: readonly string[], input: AsyncIterable<Uint8Array> | null): Promise<readonly LogSource[]> {
  const named = paths.length === 0 ? [STANDARD_INPUT] : [...new Set(paths)];
  const sources: LogSource[] = [];
  for (const [place, path] of named.entries()) {
    if (path !== STANDARD_INPUT) sources.push(await fileSource(`file ${place + 1}`, path));
    else if (input === null) throw new UsageError('file', 'must name files with log lines, or pipe the lines to standard input');
    else sources.push(await inputSource(input));
  }
  return sources;
}

async function fileSource(field: string, path: string): Promise<LogSource> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) throw new UsageError(field, 'must be a file that exists');
  if (stats.isDirectory()) throw new UsageError(field, 'is a folder: name the files in it');
  await access(path, constants.R_OK).catch(() => {
    throw new UsageError(field, 'must be a file that can be read');
  });
  return { name: path, read: (onCut) => unpacked(createReadStream(path), onCut) };
}

async function inputSource(input: AsyncIterable<Uint8Array>): Promise<LogSource> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of input) {
    byteLength += chunk.byteLength;
    if (byteLength > MAX_INPUT_BYTES) {
      throw new UsageError('standard input', `must have at most ${MAX_INPUT_BYTES} bytes: write the lines to a file, and name it`);
    }
    chunks.push(chunk);
  }
  return { name: 'standard input', read: (onCut) => unpacked(Readable.from(chunks), onCut) };
}

/** The first bytes of a gzip member (RFC 1952 §2.3.1). */
const GZIP = [0x1f, 0x8b];

/** Unpacks what is packed by its bytes, not by its name: rotated files have names of many forms. */
async function* unpacked(stream: Readable, onCut: () => void): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const rest = rejoined(first.value, chunks);
  if (!GZIP.every((byte, place) => first.value[place] === byte)) {
    yield* rest;
    return;
  }
  const packed = Readable.from(rest);
  const gunzip = createGunzip();
  packed.once('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of packed.pipe(gunzip)) yield bytesOf(chunk);
  } catch (error) {
    if (!isZlibError(error)) throw error;
    onCut();
  }
}

async function* rejoined(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError('a stream of bytes has other chunks');
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');
}
