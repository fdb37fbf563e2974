import type * as clientModule from '@oracle-gateway/client';
import type * as payPerRequestModule from '@oracle-gateway/client/x402';

import type { Environment, Places } from './config/environment.js';
import type { Files } from './files/files.js';

/** The modules of the client, loaded when a command needs them: the command starts faster without. */
export interface Libraries {
  client(): Promise<ClientLibrary>;
  payPerRequest(): Promise<PayPerRequestLibrary>;
}

export type ClientLibrary = Pick<
  typeof clientModule,
  'createClient' | 'keypairSigner' | 'owner' | 'delegate' | 'session' | 'agent' | 'verifyFromLedger'
>;
export type PayPerRequestLibrary = Pick<typeof payPerRequestModule, 'payPerRequest'>;

/** The process around a command. */
export interface CliDeps {
  readonly environment: Environment;
  readonly places: Places;
  readonly files: Files;
  /** Null where it has more than a command reads. */
  readonly readStandardInput: () => Promise<string | null>;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** Ends what runs, at Ctrl-C or where nothing reads the output. */
  readonly signal: AbortSignal;
  readonly libraries: Libraries;
}
