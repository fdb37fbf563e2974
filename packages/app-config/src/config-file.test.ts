import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { createConfigFile } from './config-file.js';
import { logTable } from './log-table.js';
import { readAll } from './read-all.js';
import { host, integerSetting, port, table, text } from './schema.js';
import { metricsTable, solanaTable } from './tables.js';

const { parse, load } = createConfigFile(
  Type.Object(
    {
      solana: solanaTable('APP_RPC_URL'),
      server: table({ host: host('Where.'), port: port('Which.', 80), name: Type.Optional(text('Its name.')) }),
      limits: table({
        open: integerSetting('At once.', { minimum: 1, maximum: 9 }),
        word: Type.Optional(text('Even.', { format: 'even', title: 'a word of even length' })),
      }),
      metrics: metricsTable,
      log: logTable,
    },
    { additionalProperties: false },
  ),
  { even: (word) => word.length % 2 === 0 },
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'config-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const solana = `[solana]
program_id = "11111111111111111111111111111112"
network = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
`;
const good = `${solana}[limits]\nopen = 5\n`;

function refusalOf(toml: string): ConfigError {
  try {
    parse(toml);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('parse', () => {
  it('fills in the defaults of tables that the file leaves out', () => {
    expect(parse(good)).toEqual({
      solana: { program_id: '11111111111111111111111111111112', network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' },
      server: { host: '127.0.0.1', port: 80 },
      limits: { open: 5 },
      metrics: { host: '127.0.0.1', port: 0 },
      log: { level: 'info' },
    });
  });

  it('leaves the defaults of one file out of the next', () => {
    Object.assign(parse(good).server, { port: 81 });
    expect(parse(good).server.port).toBe(80);
  });

  it.each([
    [solana, 'limits.open', 'is required'],
    ['[limits]\nopen = 5\n', 'solana.program_id', 'is required'],
    [`${good}[extra]\n`, 'extra', 'is not a known member; known are solana, server, limits, metrics, log'],
    [`${good}[server]\nports = 1\n`, 'server.ports', 'is not a known member; did you mean server.port?'],
    [`${good}[server]\nlevel = "warn"\n`, 'server.level', 'is not a known member here; it belongs to log.level'],
    ['server = 80\n' + good, 'server', 'must be a table'],
    [`${good}[server]\nport = "80"\n`, 'server.port', 'must be an integer from 0 to 65535'],
    [`${good}[server]\nport = 1979-05-27\n`, 'server.port', 'must be an integer from 0 to 65535'],
    [`${good}[server]\nhost = "a b"\n`, 'server.host', 'must be a host name or an IP address'],
    [`${good}[server]\nname = ""\n`, 'server.name', 'must be a text that is not empty'],
    [`${solana}[limits]\nopen = 10\n`, 'limits.open', 'must be an integer from 1 to 9'],
    [`${good}word = "odd"\n`, 'limits.word', 'must be a word of even length'],
    [`${good}[log]\nlevel = "loud"\n`, 'log.level', 'must be one of fatal, error, warn, info, debug, silent'],
    [good.replace('11111111111111111111111111111112', '1'.repeat(33)), 'solana.program_id', 'must be an address in base58'],
    [good.replace('solana:', 'eip155:'), 'solana.network', 'must be a CAIP-2 id'],
    [
      good.replace('EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'mainnet-beta'),
      'solana.network',
      'mainnet is solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ],
  ])('refuses %j, naming key and rule', (toml, key, rule) => {
    const error = refusalOf(toml);
    expect([error.name, error.key, error.rule]).toEqual(['ConfigError', key, expect.stringContaining(rule)]);
    expect(error.message.split('\n')[0]).toBe(`${key}: ${error.rule}`);
  });

  it('tells every key of wrong form, in the order of the file', () => {
    const toml = `[log]\nlevel = "loud"\n[server]\nports = 1\nhost = "a b"\n[limits]\nopen = 10\nword = "odd"\n`;
    expect(refusalOf(toml).faults.map(({ key }) => key)).toEqual([
      'log.level',
      'server.ports',
      'server.host',
      'limits.open',
      'limits.word',
      'solana.program_id',
      'solana.network',
    ]);
  });
});

describe('load', () => {
  it('a rule that needs a member of wrong form is passed over, and every other is told', async () => {
    const path = join(folder, 'app.toml');
    await writeFile(path, `${solana}[limits]\nopen = "many"\n[server]\nport = 81\n`);
    const read = ({ server, limits }: ReturnType<typeof parse>) =>
      readAll({
        open() {
          throw new ConfigError('server.port', `must fit ${limits.open}`);
        },
        port() {
          throw new ConfigError('server.port', `must not be ${server.port}`);
        },
      });
    await expect(load(path, read)).rejects.toThrow(
      new ConfigError('limits.open', 'must be an integer from 1 to 9', [{ key: 'server.port', rule: 'must not be 81' }]),
    );
  });

  it('an error that is not about settings stays what it is', async () => {
    const path = join(folder, 'app.toml');
    await writeFile(path, good);
    await expect(load(path, () => Promise.reject(new RangeError('a bug')))).rejects.toThrow(new RangeError('a bug'));
  });

  it('a byte order mark before the file is allowed', async () => {
    const path = join(folder, 'app.toml');
    await writeFile(path, `\uFEFF${good}`);
    expect(await load(path, ({ limits }) => limits.open)).toBe(5);
  });
});
