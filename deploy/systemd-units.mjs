import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, 'systemd');
/** systemd's own measure, from 0 to 10: how much of the machine a service can reach. */
const MOST_EXPOSURE = 2;

/** Faults that systemd finds in the units; null where this machine has no systemd-analyze. */
export async function unitFaults() {
  const hasTool = await run('systemd-analyze', ['--version']).then(
    () => true,
    () => false,
  );
  if (!hasTool) return null;
  const work = await mkdtemp(join(tmpdir(), 'oracle-gateway-units-'));
  try {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.service'));
    const faults = await Promise.all(names.map((name) => faultsOf(name, work)));
    return faults.flat();
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function faultsOf(name, work) {
  const path = join(work, name);
  // Node may be elsewhere on this machine, and a program that is not there is a fault.
  await writeFile(path, (await readFile(join(FOLDER, name), 'utf8')).replaceAll('/usr/bin/node ', `${process.execPath} `));
  // An unknown key is a line on standard error beside exit code 0.
  const { stderr } = await run('systemd-analyze', ['verify', path]).catch((error) => error);
  const { stdout } = await run('systemd-analyze', ['security', '--offline=yes', path]).catch((error) => error);
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
  return [
    ...(stderr === '' ? [] : [`${name}: ${stderr.trim().replaceAll(work, 'deploy/systemd')}`]),
    ...(exposure <= MOST_EXPOSURE ? [] : [`${name}: its exposure is ${exposure}; must be at most ${MOST_EXPOSURE}`]),
  ];
}
