import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDocuments } from './documents.js';

let pages: string;
beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(join(pages, 'documents'));
  for (const name of ['llms-full.txt', 'protocol.md', 'skill.md', 'other.md']) await writeFile(join(pages, 'documents', name), name);
});
afterAll(() => rm(pages, { recursive: true }));

it('the documents are the three files alone, as text', async () => {
  const { files } = createDocuments(pages);
  const served = await Promise.all([...files].map(async ([path, file]) => [path, file.contentType, String(await file.read())]));
  expect(served).toEqual([
    ['/llms-full.txt', 'text/plain; charset=utf-8', 'llms-full.txt'],
    ['/protocol.md', 'text/markdown; charset=utf-8', 'protocol.md'],
    ['/skill.md', 'text/markdown; charset=utf-8', 'skill.md'],
  ]);
});
