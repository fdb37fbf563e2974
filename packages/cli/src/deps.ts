import type { CallerDeps } from '@oracle-gateway/caller';
import type { CommandDefinition, CommandDeps } from '@oracle-gateway/caller/command';

/** The process around a command. */
export interface CliDeps extends CallerDeps, CommandDeps {
  /** Null where it has more than a command reads. */
  readonly readStandardInput: () => Promise<string | null>;
}

export type CliCommand = CommandDefinition<CliDeps>;
