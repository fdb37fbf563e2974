import type { CallerDeps } from '@oracle-gateway/caller';
import type { Call, CommandDefinition } from '@oracle-gateway/caller/command';

export interface CliDeps {
  readonly caller: CallerDeps;
  /** Null where it has more than a command reads. */
  readonly readStandardInput: () => Promise<string | null>;
  /** Returns the typed answer; null where no terminal asks, or its input has ended. */
  readonly ask: (question: string) => Promise<string | null>;
}

export type CliCommand = CommandDefinition<CliDeps>;
export type CliCall = Pick<Call<CliDeps>, 'around' | 'deps' | 'terminal'>;
