import { parseArgs } from 'node:util';

export interface Flags {
  /** Exit after the demo rounds instead of staying. */
  readonly once: boolean;
  readonly port: number;
  readonly nodes: number;
  readonly workers: number;
  /** Folder for what the world writes; undefined means `.localnet` in the repository. */
  readonly state: string | undefined;
  readonly help: boolean;
}

/** A flag is unknown or breaks its rule. */
export class FlagError extends Error {
  override readonly name = 'FlagError';
}

export const USAGE = `npm start -- [flags]

Starts the whole Oracle Gateway on this machine, loopback only: a Solana ledger with the oracle program,
Redis, sample sources, oracle nodes, the gateway and its settlement worker; then runs one demo round.

  --once          exit when the demo round is settled: 0 when everything it claims was verified
  --port <n>      the gateway's port, the others next to it; 0 takes free ones      (default 8080)
  --nodes <n>     oracle nodes, 5 to 32                                             (default 5)
  --workers <n>   settlement workers, 1 to 8                                        (default 1)
  --state <path>  folder for keys, logs and the manifest; a second world needs its own (default .localnet)
  --help          this text

REDIS_URL: use that Redis instead of starting one.
`;

function integerOf(name: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) throw new FlagError(`--${name}: must be a whole number ${minimum}..${maximum}`);
  return value;
}

/** Throws FlagError. */
export function parseFlags(argv: readonly string[]): Flags {
  const { values } = readArguments(argv);
  return {
    once: values.once,
    port: integerOf('port', values.port, 0, 65_535),
    // Fewer than five nodes leave no spare for the quorums that the demo and the acceptance checks use.
    nodes: integerOf('nodes', values.nodes, 5, 32),
    workers: integerOf('workers', values.workers, 1, 8),
    state: values.state,
    help: values.help,
  };
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
        state: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new FlagError(error instanceof Error ? error.message : 'unreadable flags');
  }
}
