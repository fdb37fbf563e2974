import { join } from 'node:path';
import { PROBLEMS_FILE } from '../books/book-folder.js';
import { linesOfFile } from '../books/lines-of-file.js';

/** Problems that pulls have found, each by its name with its number. */
export type ListedProblems = ReadonlyMap<string, number>;

/** Reads the folder's file of problems. A folder without that file has none. */
export async function readListedProblems(folder: string): Promise<ListedProblems> {
  const found = new Map<string, number>();
  try {
    for await (const { text } of linesOfFile(join(folder, PROBLEMS_FILE))) {
      const name = problemOf(text);
      found.set(name, (found.get(name) ?? 0) + 1);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return found;
}

/** The names that `operate books pull` gives; another line counts as damaged. */
function problemOf(line: string): string {
  return /^\{"problem":"([a-z_]{1,32})"/.exec(line)?.[1]?.replaceAll('_', ' ') ?? 'damaged';
}
