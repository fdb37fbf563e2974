import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another localnet uses this folder. */
export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError';

  constructor(
    readonly folder: string,
    readonly pid: number,
  ) {
    super(`a localnet already runs (process ${pid}, state in ${folder}): stop it first, or set --state`);
  }
}

/** `.localnet`: the files of one world. Only their owner may read them, because most contain or name a key. */
export interface StateFolder {
  readonly path: string;
  readonly redis: string;
  readonly manifest: string;
  /** Served rounds, as the gateway counts them outside Redis. */
  readonly mark: string;
  logOf(service: string): string;
  /** Writes a file that only the owner may read. Returns its path. */
  writePrivate(name: string, text: string): Promise<string>;
  /** Lets another localnet use the folder. */
  release(): Promise<void>;
}

const LOCK = 'launcher.pid';
/** Left by an earlier world. Its ledger was in memory, so its keys, records and configurations are useless now. */
const REMAINS = ['config', 'keys', 'logs', 'redis', 'manifest.json', 'mark'];

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Takes the lock or throws AlreadyRunningError. A lock of an ended process is taken over. */
async function lock(folder: string): Promise<string> {
  const path = join(folder, LOCK);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      await writeFile(path, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
      return path;
    } catch {
      const pid = Number(await readFile(path, 'utf8').catch(() => ''));
      if (Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid)) throw new AlreadyRunningError(folder, pid);
      await rm(path, { force: true });
    }
  }
  throw new AlreadyRunningError(folder, 0);
}

/** Opens an empty state folder. Throws AlreadyRunningError. */
export async function openStateFolder(path: string): Promise<StateFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lockPath = await lock(path);
  await Promise.all(REMAINS.map((name) => rm(join(path, name), { recursive: true, force: true })));
  for (const name of ['config', 'keys', 'logs', 'mark']) await mkdir(join(path, name), { mode: 0o700 });
  return {
    path,
    redis: join(path, 'redis'),
    manifest: join(path, 'manifest.json'),
    mark: join(path, 'mark', 'mark.json'),
    logOf: (service) => join(path, 'logs', `${service}.log`),
    async writePrivate(name, text) {
      const target = join(path, name);
      await writeFile(target, text, { mode: 0o600 });
      return target;
    },
    release: () => rm(lockPath, { force: true }),
  };
}
