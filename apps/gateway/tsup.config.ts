import { readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { llmsFullText, service } from '../../tsup.base.js';

const PAGES = 'dist/pages';
const ROOT = '../..';
/** Files that `/docs` serves, and the terms under which they may be passed on. */
const OF_SWAGGER_UI = [
  'swagger-ui-bundle.js',
  'swagger-ui.css',
  'favicon-32x32.png',
  'LICENSE',
  'NOTICE',
  'swagger-ui-bundle.js.LICENSE.txt',
];

function folderOf(packageName: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
}

/** The pages go along with the gateway, so an installation needs no package beside it. */
async function copyPages(): Promise<void> {
  await cp(join(folderOf('@oracle-gateway/explorer'), 'dist/page'), join(PAGES, 'explorer'), { recursive: true });
  const swaggerUi = join(PAGES, 'swagger-ui-dist');
  await mkdir(swaggerUi, { recursive: true });
  for (const name of OF_SWAGGER_UI) await cp(join(folderOf('swagger-ui-dist'), name), join(swaggerUi, name));
  const documents = join(PAGES, 'documents');
  await mkdir(documents, { recursive: true });
  await writeFile(
    join(documents, 'llms-full.txt'),
    llmsFullText((page) => readFileSync(join(ROOT, page), 'utf8')),
  );
  await cp(join(ROOT, 'docs/protocol.md'), join(documents, 'protocol.md'));
  await cp(join(ROOT, 'docs/skills/oracle-gateway/SKILL.md'), join(documents, 'skill.md'));
}

export default service(['src/main.ts', 'src/index.ts'], { onBuilt: copyPages });
