import type { Libraries } from '@oracle-gateway/caller';
import type { CommandDefinition, TextStream } from '@oracle-gateway/caller/command';
import type { Environment, FilePlaces, Files } from '@oracle-gateway/caller/settings';

/** The process around a command. */
export interface CliDeps {
  readonly environment: Environment;
  readonly places: FilePlaces;
  readonly files: Files;
  /** Null where it has more than a command reads. */
  readonly readStandardInput: () => Promise<string | null>;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly libraries: Libraries;
  /** Ends what runs, at Ctrl-C or where nothing reads the output. */
  readonly signal: AbortSignal;
}

export type CliCommand = CommandDefinition<CliDeps>;
