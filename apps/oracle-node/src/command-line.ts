import { ConfigError } from '@oracle-gateway/app-config';
import { parseAddress } from '@oracle-gateway/protocol';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { generateKeys } from './commands/keygen.js';
import { proveRegistration, type RegistrationProof } from './commands/prove.js';
import { loadConfig } from './config.js';
import { createOracleNode } from './oracle-node.js';

const USAGE = `usage:
  oracle-node --config <file.toml>                              run the node
  oracle-node keygen --dir <folder>                             write a new signing key and encryption key
  oracle-node prove --config <file.toml> --operator <address>   print what a registration needs
`;

/** The process around a command. */
export interface CommandLine {
  readonly argv: readonly string[];
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Resolves when the process is asked to stop. */
  readonly stopped: Promise<void>;
}

/** Runs one command to its end and gives the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runCommandLine(io: CommandLine): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...io.argv],
      allowPositionals: true,
      options: { config: { type: 'string' }, dir: { type: 'string' }, operator: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help === true) {
      io.write(USAGE);
      return 0;
    }
    return await runCommand(io, positionals, values);
  } catch (error) {
    if (isUsageError(error)) {
      io.writeError(`oracle-node: ${error.message}\n${USAGE}`);
      return 2;
    }
    io.writeError(`oracle-node: ${error instanceof Error ? error.message : 'failed'}\n`);
    return 1;
  }
}

interface Flags {
  readonly config?: string;
  readonly dir?: string;
  readonly operator?: string;
}

async function runCommand(io: CommandLine, positionals: readonly string[], flags: Flags): Promise<number> {
  const command = positionals.join(' ');
  if (command === '' && flags.config !== undefined) {
    await run(io, flags.config);
  } else if (command === 'keygen' && flags.dir !== undefined) {
    io.write(`${JSON.stringify(generateKeys(flags.dir, random), null, 2)}\n`);
  } else if (command === 'prove' && flags.config !== undefined && flags.operator !== undefined) {
    io.write(`${JSON.stringify(await prove(flags.config, flags.operator), null, 2)}\n`);
  } else {
    io.writeError(USAGE);
    return 2;
  }
  return 0;
}

async function run(io: CommandLine, configPath: string): Promise<void> {
  const { config, secrets } = await loadConfig(configPath);
  const node = await createOracleNode(config, secrets);
  try {
    await node.listen();
    await Promise.race([io.stopped, node.failed]);
  } finally {
    await node.close();
  }
}

async function prove(configPath: string, operator: string): Promise<RegistrationProof> {
  const { config, secrets } = await loadConfig(configPath);
  const [current] = secrets.encryptionKeys;
  if (current === undefined) {
    throw new ConfigError('node.encryption_key_path', 'is required to register a node');
  }
  return proveRegistration({ config, secrets, encryptionKey: current.publicKey, operator: parseAddress(operator), random });
}

function random(length: number): Uint8Array {
  return new Uint8Array(randomBytes(length));
}

function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
