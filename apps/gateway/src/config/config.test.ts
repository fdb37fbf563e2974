import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './config.js';

const MINIMAL = `
[solana]
rpc_url = "http://127.0.0.1:8899"
program_id = "11111111111111111111111111111112"
network = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
[settlement]
db_path = "redis://127.0.0.1:6379"
gateway_keypair_path = "KEYPAIR"
[outbox]
mark_path = "MARK"
`;

function keypairText(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  return JSON.stringify([...seed, ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function load(text: string, environment: Record<string, string> = {}): ReturnType<typeof loadConfig> {
  const keypairPath = join(folder, 'keypair.json');
  await writeFile(keypairPath, keypairText(), { mode: 0o600 });
  const path = join(folder, 'gateway.toml');
  await writeFile(path, text.replace('KEYPAIR', keypairPath).replace('MARK', join(folder, 'mark.json')));
  return loadConfig(path, environment);
}

describe('loadConfig', () => {
  it('fills in the documented values', async () => {
    const { config, secrets } = await load(MINIMAL);
    expect(config.server).toEqual({
      host: '127.0.0.1',
      port: 8080,
      trustedProxies: [],
      shutdownDelayMs: 5_000,
      maxEventStreams: 1_024,
      docsEnabled: true,
      corsOrigins: [],
      rateLimits: { roundsPerMinute: 0, signInsPerMinute: 0, readsPerMinute: 0 },
    });
    expect(config.agent).toEqual({ enabled: false, protocolConfigTtlSeconds: 30, timestampSkewSeconds: 300 });
    expect(config.rounds).toEqual({
      maxConcurrent: 64,
      failingPerMinute: 600,
      deadlineMs: 25_000,
      observeDeadlineMs: 12_000,
      paidObserveDeadlineMs: 20_000,
      signDeadlineMs: 2_000,
    });
    expect(secrets).toMatchObject({ rpcUrls: ['http://127.0.0.1:8899'], outboxLocation: 'redis://127.0.0.1:6379' });
  });

  it('takes the agent path, its network name and a mint as they are named', async () => {
    const text = MINIMAL.replace(
      '[settlement]',
      `usdc_mint = "${'1'.repeat(31)}2"\n[agent]\nenabled = true\nx402_network = "local"\n[settlement]`,
    );
    const { config } = await load(text);
    expect(config.agent).toMatchObject({ enabled: true, x402Network: 'local' });
    expect(config.mint).toEqual(new Uint8Array(32).fill(0).fill(1, 31));
    expect((await load(MINIMAL)).config.mint).toBeNull();
  });

  it('serves no paid requests unless it is told to, and then under the public origin', async () => {
    expect(await load(MINIMAL)).toMatchObject({ config: { x402: null }, secrets: { facilitator: null } });
    const paid = `[server]\npublic_origin = "https://oracle.example"\n[x402]\nenabled = true\nfacilitator_url = "https://hunter2.example"\n`;
    const { config, secrets } = await load(paid + MINIMAL);
    expect(config.x402).toEqual({
      network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      publicOrigin: 'https://oracle.example',
      maxInFlightPerPayer: 8,
      maxTimeoutSeconds: 60,
      bazaar: false,
    });
    expect(secrets.facilitator).toMatchObject({ kind: 'remote', url: 'https://hunter2.example' });
    expect(JSON.stringify(config)).not.toContain('hunter2');
  });

  it('keeps what may carry a password out of the part that may be logged', async () => {
    const { config } = await load(MINIMAL.replace('redis://', 'redis://user:hunter2@'));
    expect(JSON.stringify(config)).not.toMatch(/hunter2|8899|keypair/);
  });

  it('lets the environment take precedence for secrets', async () => {
    const { secrets } = await load(MINIMAL, {
      ORACLE_GATEWAY_RPC_URL: 'https://rpc.example',
      ORACLE_GATEWAY_DB_PATH: 'unix:/run/redis.sock',
      ORACLE_GATEWAY_KEYPAIR: keypairText(),
    });
    expect(secrets).toMatchObject({ rpcUrls: ['https://rpc.example'], outboxLocation: 'unix:/run/redis.sock' });
  });

  it.each([
    ['solana.netwrok', MINIMAL.replace('network', 'netwrok'), /^solana\.net/],
    ['an unknown table', `${MINIMAL}\n[extra]\na = 1`, /^extra: is not a known member; known are server, /],
    ['a network that is no CAIP-2 id', MINIMAL.replace('solana:EtW', 'mainnet EtW'), /^solana\.network: must be a CAIP-2/],
    ['a program id that is no address', MINIMAL.replace('1111112', '0'), /^solana\.program_id: /],
    ['a program id of 31 bytes', MINIMAL.replace('11111111111111111111111111111112', '1'.repeat(33)), /^solana\.program_id: /],
    ['a port out of range', `[server]\nport = 65536\n${MINIMAL}`, /^server\.port: must be an integer from 0 to 65535/],
    [
      'a rate that is no integer',
      `[rounds]\nmax_concurrent = 1.5\n${MINIMAL}`,
      /^rounds\.max_concurrent: must be an integer from 1 to 1024/,
    ],
    ['a skew above 300', `[agent]\ntimestamp_skew_seconds = 301\n${MINIMAL}`, /^agent\.timestamp_skew_seconds: /],
    ['a switch that is no boolean', `[agent]\nenabled = "yes"\n${MINIMAL}`, /^agent\.enabled: must be boolean/],
    [
      'a mint that is no address',
      MINIMAL.replace('network', 'usdc_mint = "usdc"\nnetwork'),
      /^solana\.usdc_mint: must be an address in base58/,
    ],
    [
      'steps that do not fit the deadline',
      `[rounds]\ndeadline_ms = 15000\n${MINIMAL}`,
      /^rounds\.deadline_ms: must be at least observe_deadline_ms/,
    ],
    [
      'a round that lasts longer than nodes keep its session',
      `[rounds]\ndeadline_ms = 30001\n${MINIMAL}`,
      /^rounds\.deadline_ms: must be an integer from 1000 to 30000/,
    ],
    [
      'a paid observation that does not fit the deadline',
      `[rounds]\ndeadline_ms = 23000\n${MINIMAL}`,
      /^rounds\.deadline_ms: must be at least paid_observe_deadline_ms/,
    ],
    [
      'an observation after which nodes take the stamp no more',
      `[rounds]\nobserve_deadline_ms = 12001\n${MINIMAL}`,
      /^rounds\.observe_deadline_ms: must be an integer from 100 to 12000/,
    ],
    [
      'a paid observation after which nodes take the stamp no more',
      `[rounds]\npaid_observe_deadline_ms = 20001\n${MINIMAL}`,
      /^rounds\.paid_observe_deadline_ms: must be an integer from 100 to 20000/,
    ],
    ['a proxy that is no address', `[server]\ntrusted_proxies = ["proxy"]\n${MINIMAL}`, /^server\.trusted_proxies\[0\]: /],
    ['a proxy range that is too long', `[server]\ntrusted_proxies = ["10.0.0.0/33"]\n${MINIMAL}`, /^server\.trusted_proxies\[0\]: /],
    ['a proxy range of all addresses', `[server]\ntrusted_proxies = ["0.0.0.0/0"]\n${MINIMAL}`, /^server\.trusted_proxies\[0\]: /],
    ['a proxy with a zone', `[server]\ntrusted_proxies = ["fe80::1%eth0"]\n${MINIMAL}`, /^server\.trusted_proxies\[0\]: /],
    ['an IPv4 proxy written as IPv6', `[server]\ntrusted_proxies = ["::ffff:10.0.0.1/120"]\n${MINIMAL}`, /^server\.trusted_proxies\[0\]: /],
    ['a public origin that is no URL', `[server]\npublic_origin = "https://[::1"\n${MINIMAL}`, /^server\.public_origin: must be an origin/],
    ['an origin with a path', `[server]\ncors_origins = ["https://a.example/"]\n${MINIMAL}`, /^server\.cors_origins\[0\]: /],
    [
      'a public origin with a path',
      `[server]\npublic_origin = "https://a.example/x"\n${MINIMAL}`,
      /^server\.public_origin: must be an origin/,
    ],
    [
      'paid requests without a public origin',
      `[x402]\nenabled = true\nfacilitator_url = "https://hunter2.example"\n${MINIMAL}`,
      /^server\.public_origin: is required where x402\.enabled is true/,
    ],
    [
      'paid requests without a facilitator',
      `[server]\npublic_origin = "https://a.example"\n[x402]\nenabled = true\n${MINIMAL}`,
      /^x402\.facilitator_url: is required/,
    ],
    ['an allowed source without a port', `[sources]\nallowed = ["127.0.0.1"]\n${MINIMAL}`, /^sources\.allowed\[0\]: must be host:port/],
    ['one port for two listeners', `[metrics]\nport = 8080\n${MINIMAL}`, /^metrics\.port: must differ/],
    ['no RPC', MINIMAL.replace(/rpc_url.*/, ''), /^solana\.rpc_url: is required/],
    ['an RPC that is no URL', MINIMAL.replace('http://127.0.0.1:8899', 'hunter2'), /^solana\.rpc_url: must be a URL/],
    ['no outbox', MINIMAL.replace(/db_path.*/, ''), /^settlement\.db_path: is required/],
    ['no keypair', MINIMAL.replace(/gateway_keypair_path.*/, ''), /^settlement\.gateway_keypair_path: is required/],
    [
      'a keypair file that is not there',
      MINIMAL.replace('KEYPAIR', '/nowhere/keypair.json'),
      /^settlement\.gateway_keypair_path: must name a file that can be read; there is no \/nowhere\/keypair\.json/,
    ],
    [
      'an outbox of another kind',
      MINIMAL.replace('redis://', 'http://hunter2@'),
      /^settlement\.db_path: must be a URL that starts with redis:/,
    ],
    ['a file that is no TOML', 'a = ', /^line 1: must be TOML/],
  ])('refuses %s, naming key and rule and not the value', async (_case, text, message) => {
    const refused = load(text);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ name: 'ConfigError' });
    await expect(refused).rejects.not.toThrow(/hunter2/);
  });

  it('refuses a bad keypair from the environment by its name', async () => {
    await expect(load(MINIMAL, { ORACLE_GATEWAY_KEYPAIR: '[1,2,3]' })).rejects.toThrow(/^ORACLE_GATEWAY_KEYPAIR: must hold a keypair/);
  });

  it('refuses a configuration file that cannot be read', async () => {
    await expect(loadConfig(join(folder, 'absent.toml'), {})).rejects.toThrow(/^--config: must name a file/);
  });
});

describe('the documents', () => {
  it('the first configuration of docs/tasks/gateway.md is accepted', async () => {
    const page = await readFile(new URL('../../../../docs/tasks/gateway.md', import.meta.url), 'utf8');
    const [, toml = ''] = /```toml\n([^]*?)```/.exec(page) ?? [];
    const { config } = await load(toml.replace('mark.json', join(folder, 'mark.json')), { ORACLE_GATEWAY_KEYPAIR: keypairText() });
    expect(config.outbox.markPath).toBe(join(folder, 'mark.json'));
  });

  it('config.example.toml serves all three paths', async () => {
    const example = await readFile(new URL('../../config.example.toml', import.meta.url), 'utf8');
    const { config, secrets } = await load(example.replace('/var/lib/oracle-gateway', folder), { ORACLE_GATEWAY_KEYPAIR: keypairText() });
    expect([config.agent.enabled, config.x402?.publicOrigin]).toEqual([true, 'https://oracle.example']);
    expect(secrets.facilitator).not.toBeNull();
  });
});
