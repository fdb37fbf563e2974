import { ConfigError, type Environment } from '@oracle-gateway/app-config';
import { x25519 } from '@noble/curves/ed25519.js';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultThreads, loadConfig } from './config.js';

const KEY = '11'.repeat(32);
const minimal = `
[solana]
rpc_url = "http://127.0.0.1:8899"
program_id = "11111111111111111111111111111111"
network = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
[node]
index = 3
secret_key_path = "signing.key"
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oracle-node-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Key files are named relative to the folder of the test. */
async function load(toml: string, environment: Environment = {}, key = `0x${KEY}\n`) {
  await writeFile(join(folder, 'signing.key'), key, { mode: 0o600 });
  await writeFile(join(folder, 'node.toml'), toml.replace(/_path = "/g, `$&${folder}/`));
  return loadConfig(join(folder, 'node.toml'), environment);
}

async function refusal(toml: string, environment?: Environment, key?: string): Promise<ConfigError> {
  try {
    await load(toml, environment, key);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

function pairOf(fill: number) {
  const secretKey = new Uint8Array(32).fill(fill);
  return { secretKey, publicKey: x25519.getPublicKey(secretKey) };
}

describe('loadConfig', () => {
  it('fills in the documented defaults', async () => {
    const { config, secrets } = await load(minimal);
    expect(config).toMatchObject({
      server: { host: '127.0.0.1', port: 7_100 },
      node: { index: 3 },
      sources: { allowed: [] },
      registry: { pollIntervalSeconds: 5, maxAgeSeconds: 60 },
      limits: {
        maxConcurrentObservations: 256,
        maxConcurrentDryRuns: 64,
        dryRunsPerMinute: 600,
        maxConnections: 1_024,
        maxOpenSessionsPerGateway: 16_384,
        fetchesPerRequesterAndOrigin: 16,
        fetchTimeoutMs: 10_000,
        paidFetchTimeoutMs: 20_000,
      },
      metrics: { host: '127.0.0.1', port: 0 },
      log: { level: 'info' },
      faults: { enabled: false },
    });
    expect(secrets).toEqual({
      rpcUrls: ['http://127.0.0.1:8899'],
      secretKey: new Uint8Array(32).fill(0x11),
      previousSecretKeys: [],
      encryptionKeys: [],
    });
  });

  it('the example configuration is a valid one', async () => {
    const example = await readFile(new URL('../../config.example.toml', import.meta.url), 'utf8');
    await writeFile(join(folder, 'encryption.key'), '33'.repeat(32), { mode: 0o600 });
    const { config, secrets } = await load(example.replaceAll('/etc/oracle-node/', ''));
    expect(config.metrics.port).toBe(9_464);
    expect(secrets.encryptionKeys).toEqual([pairOf(0x33)]);
  });

  it('the environment overrides the two secrets', async () => {
    const toml = minimal.replace(/^(rpc_url|secret_key_path).*$/gm, '');
    const environment = { ORACLE_NODE_SECRET_KEY: '22'.repeat(32), ORACLE_NODE_RPC_URL: 'https://rpc.example/?api-key=k' };
    const { secrets } = await load(toml, environment);
    expect(secrets).toEqual({
      rpcUrls: [environment.ORACLE_NODE_RPC_URL],
      secretKey: new Uint8Array(32).fill(0x22),
      previousSecretKeys: [],
      encryptionKeys: [],
    });
    expect((await refusal(toml, { ORACLE_NODE_RPC_URL: environment.ORACLE_NODE_RPC_URL })).key).toBe('node.secret_key_path');
    expect((await refusal(toml, { ORACLE_NODE_SECRET_KEY: environment.ORACLE_NODE_SECRET_KEY })).key).toBe('solana.rpc_url');
  });

  it('keeps the encryption key of before beside the current one, which the environment may hold', async () => {
    await writeFile(join(folder, 'before.key'), '44'.repeat(32), { mode: 0o600 });
    const toml = `${minimal}previous_encryption_key_path = "before.key"\n`;
    const { secrets } = await load(toml, { ORACLE_NODE_ENCRYPTION_KEY: '55'.repeat(32) });
    expect(secrets.encryptionKeys).toEqual([pairOf(0x55), pairOf(0x44)]);
    expect((await refusal(toml)).key).toBe('node.encryption_key_path');
  });

  it('keeps earlier signing keys, each another one', async () => {
    for (const byte of ['22', '33']) await writeFile(join(folder, `${byte}.key`), byte.repeat(32), { mode: 0o600 });
    const environment = { ORACLE_NODE_SECRET_KEY: '11'.repeat(32) };
    const withPrevious = (...files: string[]): string =>
      `${minimal}previous_secret_key_paths = ${JSON.stringify(files.map((file) => join(folder, file)))}\n`;
    const { config, secrets } = await load(withPrevious('22.key', '33.key'), environment);
    expect(secrets.previousSecretKeys).toEqual([new Uint8Array(32).fill(0x22), new Uint8Array(32).fill(0x33)]);
    expect(JSON.stringify(config)).not.toContain('key');
    for (const [files, present] of [
      [['22.key', '22.key'], '11'],
      [['22.key'], '22'],
    ] as const) {
      const refused = await refusal(withPrevious(...files), { ORACLE_NODE_SECRET_KEY: present.repeat(32) });
      expect([refused.key, refused.message]).toEqual([
        'node.previous_secret_key_paths',
        expect.not.stringContaining('22'.repeat(32)) as string,
      ]);
    }
    const asEncryptionKey = await refusal(withPrevious('22.key'), { ...environment, ORACLE_NODE_ENCRYPTION_KEY: '22'.repeat(32) });
    expect(asEncryptionKey.key).toBe('node.encryption_key_path');
  });

  it('refuses the signing key as encryption key, current or previous', async () => {
    const environment = { ORACLE_NODE_SECRET_KEY: '22'.repeat(32) };
    expect((await refusal(minimal, { ...environment, ORACLE_NODE_ENCRYPTION_KEY: '22'.repeat(32) })).key).toBe('node.encryption_key_path');
    await writeFile(join(folder, 'before.key'), '22'.repeat(32));
    const toml = `${minimal}previous_encryption_key_path = "before.key"\n`;
    const refused = await refusal(toml, { ...environment, ORACLE_NODE_ENCRYPTION_KEY: '55'.repeat(32) });
    expect([refused.key, refused.message]).toEqual(['node.encryption_key_path', expect.not.stringContaining('22'.repeat(32)) as string]);
  });

  it('refuses two keys that stand in each other’s place', async () => {
    const environment = { ORACLE_NODE_SECRET_KEY: `encryption:${KEY}`, ORACLE_NODE_ENCRYPTION_KEY: `signing:${'55'.repeat(32)}` };
    expect((await refusal(minimal, environment)).faults).toEqual([
      { key: 'ORACLE_NODE_SECRET_KEY', rule: 'must hold the signing key, and holds the encryption key; exchange the two' },
      { key: 'ORACLE_NODE_ENCRYPTION_KEY', rule: 'must hold the encryption key, and holds the signing key; exchange the two' },
    ]);
  });

  it('reads the token of faults from a file', async () => {
    await writeFile(join(folder, 'token'), '0123456789abcdef-token\n', { mode: 0o600 });
    const { secrets } = await load(`${minimal}[faults]\nenabled = true\ntoken_path = "token"\n`);
    expect(secrets.faultsToken).toBe('0123456789abcdef-token');
    await writeFile(join(folder, 'short'), 'short', { mode: 0o600 });
    expect((await refusal(`${minimal}[faults]\ntoken_path = "short"\n`)).key).toBe('faults.token_path');
  });

  it('no secret is part of what may be logged', async () => {
    const { config } = await load(`${minimal}[faults]\nenabled = true\ntoken = "0123456789abcdef-token"\n`);
    const text = JSON.stringify(config);
    expect(text).not.toContain('0123456789abcdef-token');
    expect(text).not.toContain('8899');
    expect(text).not.toContain(KEY);
  });

  it.each([
    ['[server]\nport = 65536', 'server.port', 'must be an integer from 0 to 65535'],
    ['[server]\nport = "80"', 'server.port', 'must be an integer from 0 to 65535'],
    ['[server]\nhost = "a b"', 'server.host', 'must be a host name or an IP address'],
    ['[server]\nhosts = "x"', 'server.hosts', 'is not a known member'],
    ['[servers]\nport = 80', 'servers', 'is not a known member'],
    ['[log]\nlevel = "verbose"', 'log.level', 'must be one of fatal, error, warn, info, debug, silent'],
    ['[limits]\npaid_fetch_timeout_ms = 20001', 'limits.paid_fetch_timeout_ms', 'must be an integer from 100 to 20000'],
    ['[limits]\nfetch_timeout_ms = 10001', 'limits.fetch_timeout_ms', 'must be an integer from 100 to 10000'],
    ['[sources]\nallowed = ["localhost"]', 'sources.allowed[0]', 'must be host:port, spelt as in a URL'],
    ['[sources]\nallowed = ["http://a:1"]', 'sources.allowed[0]', 'must be host:port, spelt as in a URL'],
    ['[sources.fixtures]\n"https://api.example" = "http://10.0.0.1:80"', 'sources.fixtures', 'must lead to origins http://127.0.0.1:port'],
    ['[registry]\nmax_age_seconds = 9', 'registry.max_age_seconds', 'must be at least twice registry.poll_interval_seconds'],
    ['[faults]\nenabled = true', 'faults.token', 'is required when faults.enabled is true'],
    ['[faults]\nenabled = true\ntoken = "short"', 'faults.token', 'must be 16 to 256 characters'],
    [
      '[server]\nhost = "0.0.0.0"\n[faults]\nenabled = true\ntoken = "0123456789abcdef"',
      'faults.enabled',
      'must be false unless server.host is a loopback address',
    ],
  ])('refuses %j, naming key and rule', async (toml, key, rule) => {
    const error = await refusal(minimal + toml);
    expect(error).toMatchObject({ key, rule: expect.stringContaining(rule) as string, message: `${key}: ${error.rule}` });
  });

  it.each([
    [/^index.*$/m, '', 'node.index', 'is required'],
    [/^index.*$/m, 'index = 64', 'node.index', 'must be an integer from 0 to 63'],
    [/^program_id.*$/m, 'program_id = "111"', 'solana.program_id', 'must be an address in base58'],
    [/^network.*$/m, 'network = "devnet"', 'solana.network', 'must be a CAIP-2 id of a Solana network'],
    [/^rpc_url.*$/m, 'rpc_url = "ws://127.0.0.1"', 'solana.rpc_url', 'must be a URL that starts with http: or https:'],
    [/^secret_key_path.*$/m, 'secret_key_path = "absent.key"', 'node.secret_key_path', 'must name a file that can be read'],
  ])('refuses a file with %s replaced by %j', async (line, replacement, key, rule) => {
    expect(await refusal(minimal.replace(line, replacement))).toMatchObject({ key, rule: expect.stringContaining(rule) as string });
  });

  it('takes fixtures in place of sources, but on mainnet', async () => {
    const toml = `${minimal}[sources.fixtures]\n"https://api.example" = "http://127.0.0.1:9090"\n`;
    expect((await load(toml)).config.sources.fixtures).toEqual({ 'https://api.example': 'http://127.0.0.1:9090' });
    const mainnet = toml.replace('EtWTRABZaYq6iMfeYKouRu166VU2xqa1', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');
    expect(await refusal(mainnet)).toMatchObject({ key: 'sources.fixtures', rule: 'must be empty on mainnet' });
  });

  it('has as many threads as it names, or as it has cores: two at the least, four at the most', async () => {
    expect((await load(`${minimal}[sources]\nthreads = 7\n`)).config.sources.threads).toBe(7);
    expect((await load(minimal)).config.sources.threads).toBe(defaultThreads(availableParallelism()));
    expect([1, 2, 3, 64].map(defaultThreads)).toEqual([2, 2, 3, 4]);
    expect(await refusal(`${minimal}[sources]\nthreads = 0\n`)).toMatchObject({ key: 'sources.threads' });
  });

  it('never repeats a value: not of a key file, not of a line that is no TOML', async () => {
    const badKey = await refusal(minimal, {}, 'TOP-SECRET');
    expect(badKey).toMatchObject({ key: 'node.secret_key_path', rule: 'must hold 32 bytes in hex' });
    expect(badKey.message).not.toContain('TOP-SECRET');
    expect((await refusal(`${minimal}[faults]\ntoken = TOP-SECRET`)).message).toMatch(/^line 10: must be TOML; (?!.*TOP-SECRET)/);
    expect((await refusal(minimal, { ORACLE_NODE_SECRET_KEY: 'TOP-SECRET' })).message).toBe(
      'ORACLE_NODE_SECRET_KEY: must hold 32 bytes in hex',
    );
  });

  it('a missing configuration file is named by its flag', async () => {
    await expect(loadConfig(join(folder, 'absent.toml'), {})).rejects.toThrow(
      new ConfigError('--config', `must name a file that can be read; there is no ${join(folder, 'absent.toml')}`),
    );
  });
});
