import { parseArgs } from 'node:util';

import { isAllowedSourceText } from '@oracle-gateway/node-api';
import { isAddress, MAX_NODES, parseAddress, type Address } from '@oracle-gateway/protocol';

export interface StartFlags {
  /** Exit after the demo rounds instead of staying. */
  readonly once: boolean;
  readonly port: number;
  readonly nodes: number;
  readonly workers: number;
  /** Origins whose pages may call the gateway. */
  readonly corsOrigins: readonly string[];
  /** `host:port` of sources of the user's own on loopback, which the nodes may fetch beside the sample sources. */
  readonly ownSources: readonly string[];
  /** Folder for what the world writes; undefined means `.localnet` in the repository, or in the working folder of an installed localnet. */
  readonly state: string | undefined;
  readonly ledger: LedgerFlags;
  /** Show the answer on chain too: in an EVM, and in another Solana program. */
  readonly evm: boolean;
  /** Start a keeper of the public feeds. */
  readonly keeper: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** The ledger that the world uses. */
export type LedgerFlags =
  | { readonly kind: 'local' | 'validator' }
  | { readonly kind: 'foreign'; readonly rpcUrl: string; readonly adminKeyPath: string; readonly programId: Address | undefined };

/** A flag is unknown or its value is not valid. */
export class StartFlagError extends Error {
  override readonly name = 'FlagError';
}

export const START_USAGE = `Usage: npx @oracle-gateway/localnet [flags]      in the repository: npm start -- [flags]

Starts the whole Oracle Gateway on this machine, loopback only: a Solana ledger with the oracle program,
Redis, sample sources, oracle nodes, the gateway and its settlement worker; then runs one demo round.

  --once          exit after the demo; 0 if every claim was verified
  --port <n>      the gateway's port, followed by the others; 0 for free ports      (default 8080)
  --nodes <n>     oracle nodes, 5 to 64                                             (default 5)
  --workers <n>   settlement workers, 1 to 8                                        (default 1)
  --cors-origin <origin>
                  lets pages of this origin call the gateway; repeatable; * allows all origins
  --source <host:port>
                  lets the nodes fetch a source of your own on loopback; repeatable
  --state <path>  folder for keys, logs and the manifest, one for each world (default .localnet)
  --rpc <url> --admin-key <file> [--program-id <address>]
                  uses an existing Solana ledger instead of a built-in one; the key, in the Solana CLI's
                  form, pays for everything and administers the program, deployed without --program-id
  --validator     starts the solana-test-validator on PATH instead of an own ledger
  --evm           also shows an answer accepted by a contract in forge's EVM and by another
                  Solana program; takes some seconds more, the built-in ledger and the repository
  --no-keeper     keeps no public feeds fresh; so does --once, and a ledger of others
  --help          this text
  --version       the version of this package

REDIS_URL: use this Redis server instead of starting one.
`;

/** The nodes' list of allowed sources has room for these beside the sample sources. */
const MAX_OWN_SOURCES = 32;
/** Hosts of loopback, as a URL spells them. */
const LOOPBACK_HOST = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost|\[::1\])$/;

function integerOf(name: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) throw new StartFlagError(`--${name}: must be a whole number ${minimum}..${maximum}`);
  return value;
}

function originOf(text: string): string {
  if (text === '*' || (URL.canParse(text) && new URL(text).origin === text)) return text;
  throw new StartFlagError('--cors-origin: must be an origin such as http://127.0.0.1:8000, or *');
}

function ownSourceOf(text: string): string {
  const example = 'it takes host:port alone, such as 127.0.0.1:3000';
  if (!isAllowedSourceText(text)) throw new StartFlagError(`--source: must be a host and a port as a URL spells them; ${example}`);
  const host = text.slice(0, text.lastIndexOf(':'));
  if (!LOOPBACK_HOST.test(host)) throw new StartFlagError(`--source: must be on this machine: 127.0.0.1, localhost or [::1]; ${example}`);
  return text;
}

function ownSourcesOf(texts: readonly string[]): readonly string[] {
  const sources = [...new Set(texts.map(ownSourceOf))];
  if (sources.length > MAX_OWN_SOURCES) throw new StartFlagError(`--source: must be given for at most ${MAX_OWN_SOURCES} sources`);
  return sources;
}

/** Throws FlagError. */
export function parseFlags(argv: readonly string[]): StartFlags {
  const { values } = readArguments(argv);
  return {
    once: values.once,
    port: integerOf('port', values.port, 0, 65_535),
    // The quorums of the demo and the acceptance checks need a spare, so five nodes are the minimum.
    nodes: integerOf('nodes', values.nodes, 5, MAX_NODES),
    workers: integerOf('workers', values.workers, 1, 8),
    corsOrigins: values['cors-origin'].map(originOf),
    ownSources: ownSourcesOf(values.source),
    state: values.state,
    ledger: ledgerOf(values),
    evm: values.evm,
    keeper: !values['no-keeper'] && !values.once && values.rpc === undefined,
    help: values.help,
    version: values.version,
  };
}

interface LedgerValues {
  readonly rpc?: string;
  readonly 'admin-key'?: string;
  readonly 'program-id'?: string;
  readonly validator: boolean;
  readonly evm: boolean;
}

function ledgerOf({ rpc, 'admin-key': adminKeyPath, 'program-id': programId, validator, evm }: LedgerValues): LedgerFlags {
  if (evm && (rpc !== undefined || validator)) throw new StartFlagError('--evm: needs the built-in ledger; remove --rpc and --validator');
  if (rpc === undefined) {
    const stray = adminKeyPath !== undefined ? 'admin-key' : programId !== undefined ? 'program-id' : undefined;
    if (stray !== undefined) throw new StartFlagError(`--${stray}: requires --rpc`);
    return { kind: validator ? 'validator' : 'local' };
  }
  if (validator) throw new StartFlagError('--validator: cannot be combined with --rpc; remove one of them');
  if (!URL.canParse(rpc) || !['http:', 'https:'].includes(new URL(rpc).protocol))
    throw new StartFlagError('--rpc: must be an http or https URL');
  if (adminKeyPath === undefined) throw new StartFlagError('--admin-key: is required with --rpc');
  if (programId !== undefined && !isAddress(programId)) throw new StartFlagError('--program-id: must be an address in base58');
  return { kind: 'foreign', rpcUrl: rpc, adminKeyPath, programId: programId === undefined ? undefined : parseAddress(programId) };
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        once: { type: 'boolean', default: false },
        port: { type: 'string', default: '8080' },
        nodes: { type: 'string', default: '5' },
        workers: { type: 'string', default: '1' },
        'cors-origin': { type: 'string', multiple: true, default: [] },
        source: { type: 'string', multiple: true, default: [] },
        state: { type: 'string' },
        rpc: { type: 'string' },
        'admin-key': { type: 'string' },
        'program-id': { type: 'string' },
        validator: { type: 'boolean', default: false },
        evm: { type: 'boolean', default: false },
        'no-keeper': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        version: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new StartFlagError(error instanceof Error ? error.message : 'unreadable flags');
  }
}
