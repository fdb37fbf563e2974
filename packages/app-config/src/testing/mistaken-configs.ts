import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'smol-toml';
import type { ConfigFault } from '../config-error.js';
import { faultsOf } from '../read-all.js';
import type { Environment } from '../setting.js';
import type { Mistake } from './mistake.js';

const KEY = '11'.repeat(32);
const OTHER_KEY = '22'.repeat(32);

/** Files of the folder that configurations name, good and bad. */
const FILES: Readonly<Record<string, { readonly text: string; readonly mode?: number }>> = {
  'keypair.json': { text: keypairText() },
  'open.json': { text: keypairText(), mode: 0o644 },
  'marked.json': { text: `\uFEFF${keypairText()}` },
  'short.json': { text: '[1, 2, 3]' },
  'halves.json': { text: `[${[...numbersOf(keypairText()).slice(0, 32), ...numbersOf(keypairText()).slice(32)].join(',')}]` },
  'signing.key': { text: `signing:0x${KEY}\n` },
  'encryption.key': { text: `encryption:0x${OTHER_KEY}\n` },
  'plain.key': { text: `${KEY}\n` },
  'short.key': { text: `${KEY.slice(2)}\n` },
  empty: { text: '' },
  password: { text: 'hunter2\n' },
  'open.password': { text: 'hunter2\n', mode: 0o644 },
  'rpc-url': { text: 'https://rpc.example/?key=hunter2\n' },
  'rpc-urls': { text: 'https://rpc.example/?key=hunter2\n'.repeat(9) },
  'public.url': { text: 'http://rpc.example/?key=hunter2\n' },
  'words.json': { text: '"hunter2"' },
};

export interface MistakenConfigs<Loaded> {
  /** Writes a secret file of the folder. */
  write(name: string, text: string): Promise<void>;
  /** Loads the good configuration with other members. Throws ConfigError. */
  load(set: Mistake['set'], environment?: Environment): Promise<Loaded>;
  /** Faults that the program tells of its good configuration with these mistakes; none where it accepts them. */
  faultsWith(mistakes: readonly Mistake[]): Promise<readonly ConfigFault[]>;
  close(): Promise<void>;
}

export interface MistakenConfigsInput<Loaded> {
  /** A configuration without a fault, as tables. `FOLDER` stands for the folder of the files. */
  readonly good: Readonly<Record<string, unknown>>;
  readonly load: (path: string, environment: Environment) => Promise<Loaded>;
}

/** Configurations of one program that are good but for the mistakes that a test makes. */
export async function createMistakenConfigs<Loaded>({ good, load }: MistakenConfigsInput<Loaded>): Promise<MistakenConfigs<Loaded>> {
  const folder = await mkdtemp(join(tmpdir(), 'mistaken-config-'));
  await mkdir(join(folder, 'folder'));
  for (const [name, { text, mode = 0o600 }] of Object.entries(FILES)) await writeFile(join(folder, name), text, { mode });
  const loadWith = async (sets: readonly Mistake['set'][], environment: Environment): Promise<Loaded> => {
    const file = structuredClone(good);
    for (const set of sets) for (const [name, value] of Object.entries(set)) setMember(file, name.split('.'), value);
    const path = join(folder, 'config.toml');
    await writeFile(path, stringify(file).replaceAll('FOLDER', folder));
    return load(path, environment);
  };
  return {
    write: (name, text) => writeFile(join(folder, name), text, { mode: 0o600 }),
    load: (set, environment = {}) => loadWith([set], environment),
    async faultsWith(mistakes) {
      try {
        const environment: Environment = Object.assign({}, ...mistakes.map((mistake) => mistake.environment)) as Environment;
        await loadWith(
          mistakes.map(({ set }) => set),
          environment,
        );
        return [];
      } catch (error) {
        return faultsOf(error);
      }
    },
    close: () => rm(folder, { recursive: true }),
  };
}

/** Puts a member into a tree of tables, or takes it out. */
function setMember(table: Readonly<Record<string, unknown>>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length > 0) {
    if (!Object.hasOwn(table, name)) Object.assign(table, { [name]: {} });
    setMember(table[name] as Readonly<Record<string, unknown>>, rest, value);
  } else if (value === undefined) {
    Reflect.deleteProperty(table, name);
  } else {
    Object.assign(table, { [name]: value });
  }
}

/** A key as the Solana CLI writes it. */
function keypairText(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  return JSON.stringify([...seed, ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
}

function numbersOf(list: string): readonly string[] {
  return list.slice(1, -1).split(',');
}
