import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { appendLines } from '../books/book-file.js';
import { BookFolder, PROBLEMS_FILE } from '../books/book-folder.js';
import { readListedProblems } from './listed-problems.js';

it('problems are counted by the names under which pulls have listed them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'problems-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await readListedProblems(folder)).toEqual(new Map());
  const missing = { problem: 'missing', marker: 'a', from: '1', to: '2' };
  await new BookFolder({ open, folder }).noteProblems([missing, { problem: 'not_kept', row: '{}' }, missing]);
  await appendLines(open, { path: join(folder, PROBLEMS_FILE), lines: ['half a li'] });
  expect(await readListedProblems(folder)).toEqual(
    new Map([
      ['missing', 2],
      ['not kept', 1],
      ['damaged', 1],
    ]),
  );
});
