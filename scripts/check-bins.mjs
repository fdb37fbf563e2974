// Packs every package that has a command, unpacks it beside its dependencies, and runs the command as a shell would: it must answer
// `--help` and `--version`, and the tarball must hold no tests.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '..');
const TEST_FILE = /(^|\/)tests?\/|\.test\.[a-z]+$/;
const faults = [];
let commands = 0;

function packageFolders() {
  return ['packages', 'apps'].flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)));
}

function readPackage(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return {};
    throw error;
  }
}

function checkBin(path, name, version) {
  // As npm does when it installs.
  chmodSync(path, 0o755);
  for (const [flag, expected] of [
    ['--help', /usage/i],
    ['--version', new RegExp(`^${version.replaceAll('.', '\\.')}\\s*$`)],
  ]) {
    try {
      const output = execFileSync(path, [flag], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
      if (!expected.test(output)) faults.push(`${name} ${flag}: says ${JSON.stringify(output.slice(0, 200))}`);
    } catch (error) {
      faults.push(`${name} ${flag}: ${error.message.slice(0, 300)}`);
    }
  }
}

for (const folder of packageFolders()) {
  const { bin, version } = readPackage(folder);
  // The world of the demo is started by `npm start` and takes no flags of this kind.
  if (bin === undefined || folder.endsWith(`${sep}localnet`)) continue;
  // No check that reads the project's files looks into `node_modules`, and Node.js finds the dependencies from there.
  const unpacked = mkdtempSync(join(folder, 'node_modules', '.packed-'));
  try {
    const [{ filename, files }] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', unpacked], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    const tests = files.map(({ path }) => path).filter((path) => TEST_FILE.test(path));
    if (tests.length > 0) faults.push(`${relative(root, folder)}: its tarball holds tests: ${tests.slice(0, 3).join(', ')}`);
    execFileSync('tar', ['-xzf', join(unpacked, filename), '-C', unpacked]);
    for (const [name, path] of Object.entries(bin)) {
      commands += 1;
      checkBin(join(unpacked, 'package', path), name, version);
    }
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}
if (commands === 0) faults.push('no package has a command');
for (const fault of faults) console.error(fault);
console.log(`${commands} commands, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
