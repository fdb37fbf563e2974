import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readAll } from '@oracle-gateway/app-config';
import { formatAddress } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayKeypair } from '../../tests/support/gateway-keypair.js';
import { loadConfig, loadToOperate, parseConfigFile } from './config.js';

const example = await readFile(new URL('../../config.example.toml', import.meta.url), 'utf8');
const keypair = gatewayKeypair();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settlement-worker-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(toml: string, environment: Record<string, string> = { ORACLE_GATEWAY_KEYPAIR: keypair.json }) {
  const path = join(folder, 'config.toml');
  await writeFile(path, toml);
  return loadConfig(path, environment);
}

/** The error that loading throws. */
async function errorOf(toml: string, environment?: Record<string, string>): Promise<ConfigError> {
  try {
    await load(toml, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

it('the example is a valid configuration, and names every default', () => {
  const file = parseConfigFile(example);
  const minimal = `
    [solana]
    program_id = "${file.solana.program_id}"
    network = "${file.solana.network}"
    [settlement]
  `;
  const { outbox, log, settlement, metrics } = parseConfigFile(minimal);
  expect(file.outbox).toEqual(outbox);
  expect(file.log).toEqual(log);
  expect(file.settlement).toMatchObject(settlement);
  expect(metrics).toEqual({ host: file.metrics.host, port: 0 });
});

it('reads secrets apart from what may be logged', async () => {
  const { config, secrets } = await load(example);
  expect(secrets.outboxLocation).toBe('redis://127.0.0.1:6379');
  expect(formatAddress(secrets.gatewayKeypair.address)).toBe(keypair.address);
  expect(JSON.stringify(config)).not.toMatch(/redis:|https?:/);
  expect(config).toMatchObject({ settlement: { intervalSeconds: 10, batchLimit: 25, maxAttempts: 10 }, metrics: { port: 9101 } });
});

it('the environment takes precedence', async () => {
  const environment = {
    ORACLE_GATEWAY_KEYPAIR: keypair.json,
    ORACLE_GATEWAY_DB_PATH: 'unix:/run/redis.sock',
    ORACLE_GATEWAY_RPC_URL: 'https://rpc.example',
  };
  const { secrets } = await load(example, environment);
  expect([secrets.outboxLocation, ...secrets.rpcUrls]).toEqual(['unix:/run/redis.sock', 'https://rpc.example']);
});

it('reads the keypair from its file', async () => {
  const path = join(folder, 'keypair.json');
  await writeFile(path, keypair.json, { mode: 0o600 });
  const { secrets } = await load(example.replace('/etc/oracle-gateway/gateway-keypair.json', path), {});
  expect(formatAddress(secrets.gatewayKeypair.address)).toBe(keypair.address);
});

it('without a metrics port there is no listener', async () => {
  const { config } = await load(example.replace('port = 9101', 'port = 0'));
  expect(config.metrics).toBeNull();
});

describe('a bad configuration names its key and the rule', () => {
  it.each([
    ['program_id = "SysvarC1ock11111111111111111111111111111111"', '', 'solana.program_id', 'is required'],
    [
      'program_id = "SysvarC1ock11111111111111111111111111111111"',
      `program_id = "${'0'.repeat(40)}"`,
      'solana.program_id',
      'must be an address in base58',
    ],
    [
      'network = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"',
      'network = "devnet"',
      'solana.network',
      'must be a CAIP-2 id of a Solana network',
    ],
    ['rpc_url = "https://api.devnet.solana.com"', '', 'solana.rpc_url', 'is required, here or in ORACLE_GATEWAY_RPC_URL'],
    [
      'rpc_url = "https://api.devnet.solana.com"',
      'rpc_url = "wss://host"',
      'solana.rpc_url',
      'must be a URL that starts with http: or https:',
    ],
    ['db_path = "redis://127.0.0.1:6379"', '', 'settlement.db_path', 'is required, here or in ORACLE_GATEWAY_DB_PATH'],
    ['settle_batch_limit = 25', 'settle_batch_limit = 0', 'settlement.settle_batch_limit', 'must be an integer from 1 to 1000'],
    ['settle_batch_limit = 25', 'settle_batch_limit = "25"', 'settlement.settle_batch_limit', 'must be an integer from 1 to 1000'],
    ['settle_max_attempts = 10', 'settle_max_attempt = 10', 'settlement.settle_max_attempt', 'is not a known member'],
    ['[outbox]', '[outbox]\npassword = "x"', 'outbox.password', 'is not a known member'],
    ['durability = "verify"', 'durability = "maybe"', 'outbox.durability', 'must be one of verify, trusted'],
  ] as const)('%s → %s', async (line, replacement, key, rule) => {
    const error = await errorOf(example.replace(line, replacement));
    expect(error.key).toBe(key);
    expect(error.rule).toContain(rule);
  });

  it('a file that is not TOML names the line and none of its text', async () => {
    const error = await errorOf('[settlement]\ndb_path = redis://user:hunter2@host');
    expect(error.key).toBe('line 2');
    expect(error.message).not.toContain('hunter2');
  });

  it('a file that is not there names the flag', async () => {
    await expect(loadConfig(join(folder, 'none.toml'), {})).rejects.toMatchObject({ key: '--config' });
  });

  it.each(['', '{}', '[1,2,3]', JSON.stringify(Array(64).fill(1)), JSON.stringify(Array(64).fill(256))])(
    'a keypair of another form: %j',
    async (text) => {
      const error = await errorOf(example, { ORACLE_GATEWAY_KEYPAIR: text });
      expect(error.key).toBe('ORACLE_GATEWAY_KEYPAIR');
    },
  );
});

describe('loadToOperate', () => {
  const account = 'SysvarC1ock11111111111111111111111111111111';
  const books = `[settlement]\ngateway_account = "${account}"\ndb_path = "redis://127.0.0.1"\n`;

  async function readBooks(toml: string, environment: Record<string, string> = {}) {
    const path = join(folder, 'books.toml');
    await writeFile(path, toml);
    const { gateway, outboxLocation } = await loadToOperate(path, (readers) => readAll({ ...readers, ledger: () => null }), environment);
    return [formatAddress(gateway), outboxLocation];
  }

  it('reads the books of an account without a key, an RPC server and a program', async () => {
    expect(await readBooks(books)).toEqual([account, 'redis://127.0.0.1']);
    expect(await readBooks(books.replace(']', ']\ngateway_keypair_path = "/none"'))).toEqual([account, 'redis://127.0.0.1']);
  });

  it("reads them from a worker's file, whose key names the account", async () => {
    const { secrets } = await load(example);
    expect(await readBooks(example, { ORACLE_GATEWAY_KEYPAIR: keypair.json })).toEqual([
      formatAddress(secrets.gateway),
      'redis://127.0.0.1:6379',
    ]);
  });

  it.each([
    ['[settlement]\ndb_path = "redis://a"\n', 'settlement.gateway_account', 'is required where'],
    [books.replace(/db_path.*/, ''), 'settlement.db_path', 'is required, here or in ORACLE_GATEWAY_DB_PATH'],
    [books.replace(account, 'nowhere'), 'settlement.gateway_account', 'must be an address'],
    [`${books}[solana]\nnetwork = "x"\n`, 'solana.network', 'must be a CAIP-2 id'],
    [`${books}[bookz]\n`, 'bookz', 'is not a known member'],
  ])('names what the books lack: %j', async (toml, key, rule) => {
    await expect(readBooks(toml)).rejects.toMatchObject({ name: 'ConfigError', key, rule: expect.stringContaining(rule) as string });
  });

  it('asks for the ledger where a command needs it', async () => {
    const path = join(folder, 'books.toml');
    await writeFile(path, books);
    await expect(loadToOperate(path, ({ ledger }) => ledger(), {})).rejects.toMatchObject({ key: 'solana' });
  });
});
