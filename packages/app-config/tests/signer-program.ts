import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnTied } from '@oracle-gateway/dev-servers';

const PROGRAM = fileURLToPath(new URL('../../../deploy/signer/signer.mjs', import.meta.url));

/** A folder with the key of a signer; the program is started and ended in it. */
export interface SignerFolder {
  readonly path: string;
  readonly socket: string;
  /** The numbers of the secret half, which no error and no log may have. */
  readonly secretText: string;
  write(name: string, text: string): Promise<string>;
  newKey(name?: string): Promise<void>;
  remove(): Promise<void>;
}

export interface SignerProcess {
  /** Everything that it has written. */
  log(): string;
  /** Resolves with the next line of the log that has this text. */
  line(text: string): Promise<string>;
  reload(): Promise<void>;
  kill(): Promise<void>;
}

export async function signerFolder(): Promise<SignerFolder> {
  const path = await mkdtemp(join(tmpdir(), 'signer-'));
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(path, name), text, { mode: 0o600 });
    return join(path, name);
  };
  const first = keyText();
  await write('key.json', first);
  return {
    path,
    socket: join(path, 'signer.sock'),
    secretText: first.slice(1).split(',').slice(0, 32).join(),
    write,
    newKey: async (name = 'key.json') => void (await write(name, keyText())),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** The signer of deploy/, once it listens. */
export async function startSigner(
  { path, socket }: Pick<SignerFolder, 'path' | 'socket'>,
  { key = 'key.json', policy }: { readonly key?: string; readonly policy?: string } = {},
): Promise<SignerProcess> {
  const args = [PROGRAM, '--key', join(path, key), '--socket', socket, ...(policy === undefined ? [] : ['--policy', policy])];
  const child = spawnTied(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let written = '';
  let read = 0;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  const ended = once(child, 'exit');
  const line = async (text: string): Promise<string> => {
    for (;;) {
      const at = written.indexOf(text, read);
      const end = at < 0 ? -1 : written.indexOf('\n', at);
      if (end >= 0) {
        read = end;
        return written.slice(written.lastIndexOf('\n', at) + 1, end);
      }
      const isOver = await Promise.race([once(child.stdout!, 'data').then(() => false), ended.then(() => true)]);
      if (isOver) throw new Error(`the signer has ended: ${written}`);
    }
  };
  await line('"listening"');
  return {
    log: () => written,
    line,
    async reload() {
      child.kill('SIGHUP');
      await line('again');
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function keyText(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  return JSON.stringify([...seed, ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
}
