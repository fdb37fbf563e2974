import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.js';
import { createConfigFileParser } from './config-file.js';
import { logTable } from './log-table.js';
import { host, integerSetting, port, table, text } from './schema.js';
import { metricsTable, solanaTable } from './tables.js';

const parse = createConfigFileParser(
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

describe('createConfigFileParser', () => {
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
    [`${good}[extra]\n`, 'extra', 'is not a known member'],
    [`${good}[server]\nports = 1\n`, 'server.ports', 'is not a known member'],
    [`${good}[server]\nport = "80"\n`, 'server.port', 'must be an integer from 0 to 65535'],
    [`${good}[server]\nport = 1979-05-27\n`, 'server.port', 'must be an integer from 0 to 65535'],
    [`${good}[server]\nhost = "a b"\n`, 'server.host', 'must be a host name or an IP address'],
    [`${good}[server]\nname = ""\n`, 'server.name', 'must be a text that is not empty'],
    [`${solana}[limits]\nopen = 10\n`, 'limits.open', 'must be an integer from 1 to 9'],
    [`${good}word = "odd"\n`, 'limits.word', 'must be a word of even length'],
    [`${good}[log]\nlevel = "loud"\n`, 'log.level', 'must be one of fatal, error, warn, info, debug, silent'],
    [good.replace('11111111111111111111111111111112', '1'.repeat(33)), 'solana.program_id', 'must be an address in base58'],
    [good.replace('solana:', 'eip155:'), 'solana.network', 'must be a CAIP-2 id of a Solana network'],
  ])('refuses %j, naming key and rule', (toml, key, rule) => {
    expect(refusalOf(toml)).toMatchObject({ name: 'ConfigError', key, rule, message: `${key}: ${rule}` });
  });

  it('names the line of what is not TOML, and none of its text', () => {
    expect(refusalOf('[server]\nhost = hunter2').message).toBe('line 2: must be TOML');
  });
});
