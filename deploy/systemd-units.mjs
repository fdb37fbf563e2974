import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { exampleKeys, inFolder } from '../scripts/package-commands.mjs';

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, 'systemd');
/** systemd's own measure, from 0 to 10: how much of the machine a service can reach. */
const MOST_EXPOSURE = 2;

/** Lines that each unit has. */
const EVERY_UNIT = ['DynamicUser=yes', 'ProtectSystem=strict', 'LimitCORE=0'];
/** Units whose program reads Redis alone. */
const ASKS_NO_LEDGER = new Set(['settlement-worker-books.service']);
const SETTINGS = /<!-- settings of: ([\w-]+) -->\n\n```toml\n([\s\S]*?)```/g;

/** Where units lack a line of all, load no RPC URL and need one, or cannot do what the settings of the page ask for. */
export async function unitRuleFaults(page) {
  const units = new Map(await Promise.all((await unitNames()).map(async (name) => [name, await readFile(join(FOLDER, name), 'utf8')])));
  const settings = [...page.matchAll(SETTINGS)].map(([, name, toml]) => ({ name: `${name}.service`, toml }));
  return [
    ...[...units].flatMap(([name, unit]) => [
      ...EVERY_UNIT.filter((line) => !unit.split('\n').includes(line)).map((line) => `${name}: lacks ${line}`),
      ...(credentialsOf(unit).includes('rpc-url') || unit.includes('\nPrivateNetwork=yes\n') || ASKS_NO_LEDGER.has(name)
        ? []
        : [`${name}: loads no RPC URL; its configuration would hold the access key`]),
    ]),
    ...(settings.length > 0 ? [] : ['docs/deploy.md: has no settings of a unit']),
    ...settings.flatMap(({ name, toml }) => settingsFaults(name, units.get(name) ?? '', toml)),
  ];
}

/** Errors that the programs themselves report about the settings of the page, with files in the place of credentials and folders. Needs a build. */
export async function settingsErrors(page) {
  const errors = await Promise.all([...page.matchAll(SETTINGS)].map(([, name, toml]) => errorsOf(`${name}.service`, toml)));
  return errors.flat();
}

async function errorsOf(name, toml) {
  const unit = await readFile(join(FOLDER, name), 'utf8');
  const [, app] = /^ExecStart=.*@oracle-gateway\/([\w-]+)\//m.exec(unit) ?? [];
  const work = await mkdtemp(join(tmpdir(), 'oracle-gateway-settings-'));
  try {
    const files = {
      'gateway.json': exampleKeys().ORACLE_GATEWAY_KEYPAIR,
      'rpc-url': 'https://rpc.example',
      'redis-password': 'a password',
    };
    for (const [file, text] of Object.entries(files)) await writeFile(join(work, file), text, { mode: 0o600 });
    const config = join(work, 'settings.toml');
    await writeFile(config, inFolder(toml, work).replaceAll(`/run/credentials/${name}`, work));
    const program = join(import.meta.dirname, '..', 'apps', app, 'dist', 'standalone', 'main.js');
    await run(process.execPath, [program, ...checkOf(unit), '--config', config]);
    return [];
  } catch (error) {
    return [`docs/deploy.md: settings of ${name}: ${(error.stderr || error.message).trim()}`];
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Words of the check that the unit makes before its program starts. */
function checkOf(unit) {
  const [, words = 'check-config'] = /^ExecStartPre=.*\/main\.js (check-config.*) --config /m.exec(unit) ?? [];
  return words.split(' ');
}

/** Paths of settings that the unit cannot read or write. */
function settingsFaults(name, unit, toml) {
  const [, state] = /^StateDirectory=(\S+)$/m.exec(unit) ?? [];
  return [...toml.matchAll(/^(\w+_path) = "(\/[^"]+)"$/gm)].flatMap(([, key, path]) => {
    const isLoaded = dirname(path) === `/run/credentials/${name}` && credentialsOf(unit).includes(basename(path));
    const isWritten = dirname(path) === `/var/lib/${state}`;
    return (key === 'mark_path' ? isWritten : isLoaded)
      ? []
      : [`docs/deploy.md: ${key} is ${path}, which ${name} cannot ${key === 'mark_path' ? 'write' : 'read'}`];
  });
}

function credentialsOf(unit) {
  return [...unit.matchAll(/^LoadCredential=([^:\s]+):/gm)].map(([, name]) => name);
}

async function unitNames() {
  return namesOf('.service');
}

/** Faults that systemd finds in the units; null where this machine has no systemd-analyze. */
export async function unitFaults() {
  const hasTool = await run('systemd-analyze', ['--version']).then(
    () => true,
    () => false,
  );
  if (!hasTool) return null;
  const work = await mkdtemp(join(tmpdir(), 'oracle-gateway-units-'));
  try {
    for (const name of [...(await unitNames()), ...(await namesOf('.timer'))]) {
      // Node may be elsewhere on this machine, and a program that is not there is a fault.
      const text = (await readFile(join(FOLDER, name), 'utf8')).replaceAll('/usr/bin/node ', `${process.execPath} `);
      await writeFile(join(work, name), text);
    }
    const faults = await Promise.all((await unitNames()).map((name) => faultsOf(name, work)));
    // A timer is judged beside the unit that it starts.
    const ofTimers = await Promise.all((await namesOf('.timer')).map((name) => complaintsOf(name, work)));
    return [...faults, ...ofTimers].flat();
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function namesOf(ending) {
  return (await readdir(FOLDER)).filter((name) => name.endsWith(ending));
}

async function faultsOf(name, work) {
  const complaints = await complaintsOf(name, work);
  const { stdout } = await run('systemd-analyze', ['security', '--offline=yes', join(work, name)]).catch((error) => error);
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
  return [...complaints, ...(exposure <= MOST_EXPOSURE ? [] : [`${name}: its exposure is ${exposure}; must be at most ${MOST_EXPOSURE}`])];
}

/** An unknown key is a line on standard error beside exit code 0. */
async function complaintsOf(name, work) {
  const { stderr } = await run('systemd-analyze', ['verify', join(work, name)]).catch((error) => error);
  return stderr === '' ? [] : [`${name}: ${stderr.trim().replaceAll(work, 'deploy/systemd')}`];
}
