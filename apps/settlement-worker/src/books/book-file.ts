import { constants, type FileHandle } from 'node:fs/promises';

/** The part of a file handle that the books use. */
export type BookHandle = Pick<FileHandle, 'sync' | 'truncate' | 'close'> & {
  stat(): Promise<{ readonly size: number }>;
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  write(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesWritten: number }>;
};

export type OpenBookFile = (path: string, flags: number) => Promise<BookHandle>;

/** A line of the books is far shorter. */
const MAX_LINE_BYTES = 65_536;
const LINE_END = 0x0a;
const { O_RDWR, O_CREAT, O_RDONLY, O_DIRECTORY } = constants;

/** Another process has the books. */
export class BooksLentError extends Error {
  override readonly name = 'BooksLentError';
}

/** A file has no line end where every line has one: it is damaged, or no file of the books. */
export class BookFileError extends Error {
  override readonly name = 'BookFileError';
}

export interface BookLines {
  readonly path: string;
  readonly lines: readonly string[];
  /** End of the file in bytes, by what this process has read and written of it; undefined: any. */
  readonly expectedEnd?: number;
}

/**
 * Appends lines, and returns the file's end once they are on the disk. They are written over a line that a crash has torn off: its row was not
 * removed from the server. They are written to a place, not to the end: a process that slept and writes them again writes the same bytes.
 * Throws BooksLentError, before it changes anything, where the file ends elsewhere than expected: this process slept, and another one went on.
 * Throws what the disk throws; the file then has the lines that it had, and some of the new ones.
 */
export async function appendLines(open: OpenBookFile, { path, lines, expectedEnd }: BookLines): Promise<number> {
  return withFile(open, path, O_RDWR | O_CREAT, async (file) => {
    const { end, size } = await endOf(file, path);
    if (expectedEnd !== undefined && end !== expectedEnd) throw new BooksLentError('another process has written the books meanwhile');
    const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
    await writeAll(file, bytes, end);
    // The torn line was longer.
    if (bytes.length > 0 && end + bytes.length < size) await file.truncate(end + bytes.length);
    await file.sync();
    return end + bytes.length;
  });
}

/** The last whole lines of a file, at most so many bytes of them. It changes nothing. */
export async function lastLines(open: OpenBookFile, path: string, mostBytes: number): Promise<readonly string[]> {
  return withFile(open, path, O_RDONLY, async (file) => {
    const { end } = await endOf(file, path);
    const start = Math.max(0, end - mostBytes);
    const text = new TextDecoder().decode(await readPart(file, start, end - start));
    const lines = text.split('\n').slice(0, -1);
    return start === 0 ? lines : lines.slice(1);
  });
}

/** The last whole line; '' without one. */
export async function lastLine(open: OpenBookFile, path: string): Promise<string> {
  return (await lastLines(open, path, MAX_LINE_BYTES)).at(-1) ?? '';
}

/** Makes the names of new files durable. */
export async function syncFolder(open: OpenBookFile, folder: string): Promise<void> {
  await withFile(open, folder, O_RDONLY | O_DIRECTORY, (file) => file.sync());
}

async function withFile<Result>(
  open: OpenBookFile,
  path: string,
  flags: number,
  use: (file: BookHandle) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, flags);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** End of the last whole line, and of the file. Throws BookFileError. */
async function endOf(file: BookHandle, path: string): Promise<{ readonly end: number; readonly size: number }> {
  const { size } = await file.stat();
  const start = Math.max(0, size - MAX_LINE_BYTES);
  const last = (await readPart(file, start, size - start)).lastIndexOf(LINE_END);
  if (last === -1 && start > 0) throw new BookFileError(`${path}: has no line in its last ${MAX_LINE_BYTES} bytes; restore it from a copy`);
  return { end: start + last + 1, size };
}

async function readPart(file: BookHandle, start: number, length: number): Promise<Uint8Array> {
  const part = new Uint8Array(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(part, read, length - read, start + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return part.subarray(0, read);
}

async function writeAll(file: BookHandle, bytes: Uint8Array, end: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, end + written);
    written += bytesWritten;
  }
}
