// A published package's declarations import only what its consumer has.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { undeclaredImports } from './declared-imports.mjs';
import { workspaceFolders } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const published = workspaceFolders(root).filter((folder) => {
  const { private: kept, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return kept !== true && exports !== undefined && existsSync(join(root, folder, 'tsup.config.ts'));
});
const faults = published.flatMap((folder) => undeclaredImports(join(root, folder)).map((fault) => `${folder}/${fault}`));
for (const fault of faults) console.error(fault);
console.log(`${published.length} packages, ${faults.length} faults`);
process.exitCode = faults.length === 0 && published.length > 0 ? 0 : 1;
