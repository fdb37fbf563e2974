import { ConfigError, configReport } from '@oracle-gateway/app-config';
import { createLedgerReader, createRpcServers } from '@oracle-gateway/ledger';
import { CommandLineError, type ProcessIo, runProgram, runService, type Service } from '@oracle-gateway/process';
import { formatAddress, parseAddress, toHex } from '@oracle-gateway/protocol';
import { nodeAddress } from '@oracle-gateway/protocol/accounts';
import { publicKeyOf } from '@oracle-gateway/schnorr/signing';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import packageFile from '../../package.json' with { type: 'json' };
import { loadConfig, type LoadedConfig, type Config, type Secrets } from '../config/config.js';
import { generateKeys } from './keygen.js';
import { proveRegistration, type RegistrationProof } from './prove.js';

/** Limit of a Node account. */
const MAX_ENDPOINT_LENGTH = 127;
/** Limits of reading the one account that `prove` needs. */
const READ_LIMITS = { timeoutMs: 5_000, maxAnswerBytes: 64 * 1024 };

const USAGE = `usage:
  oracle-node --config <file.toml>       run the node
  oracle-node check-config --config <file.toml>
                                         read the file, the environment and the keys, and start nothing
  oracle-node keygen --dir <folder>      write a new signing key and encryption key
  oracle-node prove --config <file.toml> --operator <address> --endpoint <url> [--replaces <seconds>]
                                         print what a registration needs
  oracle-node --help | --version

--replaces: registeredAt of the present registration, 0 before the first. Default: read from the ledger.
`;

type CreateService = (config: Config, secrets: Secrets) => Promise<Service>;

/** Runs one command to its end and returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export function runCommandLine(io: ProcessIo, createService: CreateService): Promise<number> {
  return runProgram({ name: 'oracle-node', usage: USAGE, writeError: io.writeError }, async () => {
    const { values, positionals } = parseArgs({
      args: [...io.argv],
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        dir: { type: 'string' },
        operator: { type: 'string' },
        endpoint: { type: 'string' },
        replaces: { type: 'string' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    });
    if (values.help === true || values.version === true) {
      io.write(values.help === true ? USAGE : `${packageFile.version}\n`);
    } else {
      await runCommand(io, { createService, command: positionals.join(' '), flags: values });
    }
  });
}

interface Flags {
  readonly config?: string;
  readonly dir?: string;
  readonly operator?: string;
  readonly endpoint?: string;
  readonly replaces?: string;
}

interface CommandInput {
  readonly createService: CreateService;
  readonly command: string;
  readonly flags: Flags;
}

async function runCommand(io: ProcessIo, { createService, command, flags }: CommandInput): Promise<void> {
  if (command === '' && flags.config !== undefined) {
    const { config, secrets } = await loadConfig(flags.config);
    await runService(() => createService(config, secrets), io.signals);
  } else if (command === 'check-config' && flags.config !== undefined) {
    io.write(configReport({ file: flags.config, facts: describeConfig(await loadConfig(flags.config)) }));
  } else if (command === 'keygen' && flags.dir !== undefined) {
    io.write(`${JSON.stringify(generateKeys(flags.dir, random), null, 2)}\n`);
  } else if (command === 'prove' && flags.config !== undefined && flags.operator !== undefined && flags.endpoint !== undefined) {
    const { config, operator, endpoint, replaces } = flags;
    io.write(`${JSON.stringify(await prove(config, { operator, endpoint, replaces }), null, 2)}\n`);
  } else {
    throw new CommandLineError(command === '' ? 'a flag is missing: see the usage' : `${command}: unknown command, or a flag is missing`);
  }
}

/** Facts that an operator compares with the ledger before a start; no secret. */
function describeConfig({ config, secrets }: LoadedConfig): Readonly<Record<string, string>> {
  const { programId, network } = config.solana;
  const [current] = secrets.encryptionKeys;
  return {
    program: formatAddress(programId),
    network,
    'node index': String(config.node.index),
    'signing key': toHex(publicKeyOf(secrets.secretKey)),
    'encryption key': current === undefined ? 'none' : toHex(current.publicKey),
  };
}

async function prove(
  configPath: string,
  flags: { readonly operator: string; readonly endpoint: string; readonly replaces: string | undefined },
): Promise<RegistrationProof> {
  const { config, secrets } = await loadConfig(configPath);
  const [current] = secrets.encryptionKeys;
  if (current === undefined) {
    throw new ConfigError('node.encryption_key_path', 'is required to register a node');
  }
  const operator = parseAddress(flags.operator);
  const endpoint = readEndpoint(flags.endpoint);
  const previousRegisteredAt = flags.replaces === undefined ? await registeredAt(config, secrets) : readSeconds(flags.replaces);
  return proveRegistration({ config, secrets, encryptionKey: current.publicKey, operator, endpoint, previousRegisteredAt, random });
}

/** `registeredAt` of the Node account on the ledger; 0 before the first registration. Throws LedgerUnavailableError. */
async function registeredAt({ solana, node }: Config, { rpcUrls }: Secrets): Promise<bigint> {
  const { programId, network } = solana;
  const servers = createRpcServers({ rpcUrls, network });
  try {
    const reader = createLedgerReader({ rpc: servers.client(READ_LIMITS), programId });
    const { value } = await reader.node(nodeAddress(programId, node.index));
    return value?.registeredAt ?? 0n;
  } finally {
    servers.close();
  }
}

function readEndpoint(text: string): string {
  if (/^https?:\/\/[\x21-\x7e]+$/.test(text) && text.length <= MAX_ENDPOINT_LENGTH && URL.canParse(text)) return text;
  throw new ConfigError('--endpoint', `must be an http or https URL of at most ${MAX_ENDPOINT_LENGTH} characters of printable ASCII`);
}

function readSeconds(text: string): bigint {
  if (/^(0|[1-9][0-9]{0,17})$/.test(text)) return BigInt(text);
  throw new ConfigError('--replaces', 'must be unix seconds: registeredAt of the present registration, or 0');
}

function random(length: number): Uint8Array {
  return new Uint8Array(randomBytes(length));
}
