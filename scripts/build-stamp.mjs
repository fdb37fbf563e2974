import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const WORKSPACE_FOLDERS = ['packages', 'apps', 'programs', 'contracts'];
const ROOT_INPUTS = [
  'pnpm-lock.yaml',
  'tsconfig.base.json',
  'tsup.base.ts',
  'scripts/native-compiler.mjs',
  'scripts/one-file.mjs',
  'scripts/standalone-main.mjs',
  'scripts/write-declarations.mjs',
];
const PACKAGE_INPUTS = ['package.json', 'tsconfig.json', 'tsup.config.ts'];

/** True when nothing a build reads has changed since `recordBuild`, and every output folder is there. */
export async function buildIsCurrent(root) {
  const recorded = await readFile(stampPath(root), 'utf8').catch(() => '');
  const built = await builtPackages(root);
  return built.every((folder) => existsSync(join(folder, 'dist'))) && recorded === (await inputsHash(root));
}

/** Remembers what the build that just succeeded was made of. */
export async function recordBuild(root) {
  await mkdir(dirname(stampPath(root)), { recursive: true });
  await writeFile(stampPath(root), await inputsHash(root));
}

function stampPath(root) {
  return join(root, '.tools', 'build-stamp');
}

async function builtPackages(root) {
  const folders = [];
  for (const parent of WORKSPACE_FOLDERS) {
    const entries = await readdir(join(root, parent)).catch(() => []);
    folders.push(...entries.map((entry) => join(root, parent, entry)).filter((folder) => existsSync(join(folder, 'tsup.config.ts'))));
  }
  return folders;
}

async function inputsHash(root) {
  const files = ROOT_INPUTS.map((name) => join(root, name));
  for (const folder of await builtPackages(root)) {
    const sources = await readdir(join(folder, 'src'), { recursive: true, withFileTypes: true }).catch(() => []);
    files.push(...PACKAGE_INPUTS.map((name) => join(folder, name)));
    files.push(
      ...sources.filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts')).map((entry) => join(entry.parentPath, entry.name)),
    );
  }
  const hash = createHash('sha256').update(process.version);
  for (const file of files.sort()) {
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    hash.update(`\n${file.slice(root.length)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
