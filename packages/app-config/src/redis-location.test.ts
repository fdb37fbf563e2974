import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestAuthority } from '@oracle-gateway/dev-servers/test-authority';
import { Type } from '@sinclair/typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { createConfigFile } from './config-file.js';
import { readRedisLocation, type RedisLocation, redisTable } from './redis-location.js';
import type { Renewable } from './renewable.js';
import { table } from './schema.js';
import { shardMembers } from './shard.js';

const { parse } = createConfigFile(Type.Object({ settlement: table(shardMembers), redis: redisTable }, { additionalProperties: false }));

let folder: string;
let ca: string;
let certificate: string;
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redis-location-'));
  await writeFile(join(folder, 'password'), 'hunter2\n', { mode: 0o600 });
  await writeFile(join(folder, 'empty'), '\n', { mode: 0o600 });
  await writeFile(join(folder, 'special'), 'a/b@c:d ü%\r\n', { mode: 0o600 });
  const authority = await createTestAuthority(folder);
  const own = await authority.issue('own.example');
  const read = (path: string) => readFile(path, 'utf8');
  [ca, certificate, key] = [await read(authority.caPath), await read(own.certificatePath), await read(own.keyPath)];
  await writeFile(join(folder, 'ca.pem'), ca);
  await writeFile(join(folder, 'bad.pem'), '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n');
  await writeFile(join(folder, 'open.key'), key);
  await writeFile(join(folder, 'other.key'), await read((await authority.issue('other.example')).keyPath), { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true }));

function read(toml: string, environment: Readonly<Record<string, string>> = {}) {
  const { settlement, redis } = parse(toml.replaceAll('FOLDER', folder));
  const url = { key: 'settlement.db_path', variable: 'ORACLE_GATEWAY_DB_PATH', value: settlement.db_path };
  return readRedisLocation(redis, url, environment);
}

/** A location with its passwords as they are now. */
function withPasswords(location: RedisLocation): unknown {
  if (typeof location === 'string') return location;
  const isRenewable = (member: unknown): member is Renewable<string> =>
    typeof member === 'object' && member !== null && 'current' in member;
  return Object.fromEntries(Object.entries(location).map(([name, member]) => [name, isRenewable(member) ? member.current() : member]));
}

describe('readRedisLocation', () => {
  it('reads the URL of one server, the environment before the file', async () => {
    expect(await read('[settlement]\ndb_path = "redis://a"')).toBe('redis://a');
    expect(await read('[settlement]\ndb_path = "redis://a"', { ORACLE_GATEWAY_DB_PATH: 'rediss://b' })).toBe('rediss://b');
  });

  it('has the login of one server beside its URL, from settings of its own', async () => {
    const settings = '[settlement]\ndb_path = "redis://a:6379/1"\n[redis]\nusername = "gate:way"\npassword_path = "FOLDER/special"';
    const location = await read(settings);
    expect(withPasswords(location)).toEqual({
      kind: 'server',
      url: 'redis://a:6379/1',
      username: 'gate:way',
      password: 'a/b@c:d ü%',
      tls: null,
    });
    const variables = { ORACLE_GATEWAY_REDIS_PASSWORD: 'inline' };
    const inline = await read('[settlement]\ndb_path = "redis://user@a"', variables);
    expect(withPasswords(inline)).toEqual({ kind: 'server', url: 'redis://user@a', password: 'inline', tls: null });
  });

  it('reads the files of TLS beside the URL of one server', async () => {
    const tls = 'tls_ca_path = "FOLDER/ca.pem"\ntls_certificate_path = "FOLDER/own.example.pem"\ntls_key_path = "FOLDER/own.example.key"';
    const url = 'rediss://redis.example:6380';
    expect(await read(`[settlement]\ndb_path = "${url}"\n[redis]\n${tls}`)).toEqual({
      kind: 'server',
      url,
      tls: { ca, certificate, key },
    });
  });

  it('reads Sentinels with their own login, and the login of the servers', async () => {
    const toml = `[redis]
username = "gateway"
password_path = "FOLDER/password"
tls = true
tls_ca_path = "FOLDER/ca.pem"
[redis.sentinel]
name = "oracle"
hosts = ["10.0.0.1:26379", "[::1]:26380", "sentinel.example:26381"]
username = "watcher"
`;
    expect(withPasswords(await read(toml, { ORACLE_GATEWAY_SENTINEL_PASSWORD: 'other' }))).toEqual({
      kind: 'sentinel',
      name: 'oracle',
      sentinels: [
        { host: '10.0.0.1', port: 26_379 },
        { host: '::1', port: 26_380 },
        { host: 'sentinel.example', port: 26_381 },
      ],
      username: 'gateway',
      password: 'hunter2',
      tls: { ca },
      sentinelUsername: 'watcher',
      sentinelPassword: 'other',
      sentinelTls: null,
    });
  });

  it('reads a Cluster, and its password from the environment before the file', async () => {
    const toml = '[redis]\npassword_path = "/absent"\n[redis.cluster]\nnodes = ["10.0.0.1:6379"]';
    const location = await read(toml, { ORACLE_GATEWAY_REDIS_PASSWORD: 'inline' });
    expect(withPasswords(location)).toEqual({ kind: 'cluster', nodes: [{ host: '10.0.0.1', port: 6_379 }], password: 'inline', tls: null });
  });

  const cluster = '[redis.cluster]\nnodes = ["a:1"]\n';
  const sentinel = '[redis.sentinel]\nname = "x"\nhosts = ["a:1"]\n';
  const shown = 'tls_certificate_path = "FOLDER/own.example.pem"';
  it.each([
    [
      '',
      'settlement.db_path',
      /^is required, here or in ORACLE_GATEWAY_DB_PATH, for one server; or redis.sentinel.hosts for Sentinels, or redis.cluster.nodes /,
    ],
    ['[settlement]\ndb_path = "http://hunter2"', 'settlement.db_path', /^must be a URL that starts with redis:/],
    [cluster + sentinel, 'redis.cluster.nodes', /remove one of the two$/],
    [`[settlement]\ndb_path = "redis://a"\n${cluster}`, 'redis.cluster.nodes', /remove one of the two$/],
    [`[settlement]\ndb_path = "redis://a"\n${sentinel}`, 'redis.sentinel.hosts', /remove one of the two$/],
    ['[redis.sentinel]\nhosts = ["a:1"]', 'redis.sentinel.name', /^is required/],
    ['[redis.sentinel]\nname = "x"', 'redis.sentinel.hosts', /^is required/],
    ['[redis.cluster]\nnodes = ["a:1", "hunter2@b:1"]', 'redis.cluster.nodes[1]', /^must be host:port/],
    ['[redis.cluster]\nnodes = ["a"]', 'redis.cluster.nodes[0]', /^must be host:port/],
    ['[redis.cluster]\nnodes = ["a:0"]', 'redis.cluster.nodes[0]', /^must be host:port/],
    ['[redis.cluster]\nnodes = ["a:65536"]', 'redis.cluster.nodes[0]', /^must be host:port/],
    [`[redis]\npassword_path = "FOLDER/absent"\n${cluster}`, 'redis.password_path', /can be read; there is no .*absent$/],
    [`[redis]\npassword_path = "FOLDER/empty"\n${cluster}`, 'redis.password_path', /is empty/],
    [`[redis]\npassword_path = "FOLDER"\n${cluster}`, 'redis.password_path', /is a folder$/],
    ['[redis.sentinel]\nusername = "x"', 'redis.sentinel.hosts', /^is required beside redis.sentinel.username/],
    [`[redis]\ntls_ca_path = "FOLDER/password"\n${cluster}`, 'redis.tls_ca_path', /PEM form$/],
    ['[settlement]\ndb_path = "redis://a"\n[redis]\ntls_ca_path = "FOLDER/ca.pem"', 'redis.tls_ca_path', /rediss: in settlement.db_path$/],
    [`[redis]\ntls_ca_path = "FOLDER/bad.pem"\n${cluster}`, 'redis.tls_ca_path', /PEM form$/],
    [`[redis]\n${shown}\n${cluster}`, 'redis.tls_key_path', /^is required/],
    [`[redis]\ntls_key_path = "FOLDER/other.key"\n${cluster}`, 'redis.tls_certificate_path', /^is required/],
    [`[redis]\n${shown}\ntls_key_path = "FOLDER/open.key"\n${cluster}`, 'redis.tls_key_path', /chmod 600/],
    [`[redis]\n${shown}\ntls_key_path = "FOLDER/other.key"\n${cluster}`, 'redis.tls_key_path', /^must name the private key/],
    ['[settlement]\ndb_path = "redis://a"\n[redis]\ntls = true', 'redis.tls', /write rediss: in settlement.db_path/],
    ['[settlement]\ndb_path = "redis://a"\n[redis]\nusername = "u"', 'redis.username', /needs a password/],
    ['[settlement]\ndb_path = "redis://:hunter2@a"\n[redis]\npassword_path = "FOLDER/password"', 'redis.password_path', /beside a login/],
    [
      '[settlement]\ndb_path = "unix:/run/redis.sock"\n[redis]\npassword_path = "FOLDER/password"',
      'redis.password_path',
      /redis: or rediss:/,
    ],
  ])('refuses %j, naming key and rule and nothing of the value', async (toml, key, rule) => {
    const error: unknown = await read(toml).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ key, rule: expect.stringMatching(rule) as string });
    expect(String(error)).not.toContain('hunter2');
  });
});
