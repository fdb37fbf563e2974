import type { CallerDeps } from '@oracle-gateway/caller';

/** The process around a command. */
export interface CliDeps extends CallerDeps {
  /** Null where it has more than a command reads. */
  readonly readStandardInput: () => Promise<string | null>;
  /** Ends what runs, at Ctrl-C or where nothing reads the output. */
  readonly signal: AbortSignal;
}
