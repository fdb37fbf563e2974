import type { OnDeprecated } from '@oracle-gateway/client';
import type { Environment, FilePlaces } from './config/environment.js';
import type { Files } from './files/files.js';
import type { Libraries } from './libraries.js';

/** The process around a caller. */
export interface CallerDeps {
  readonly environment: Environment;
  readonly places: FilePlaces;
  readonly files: Files;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly libraries: Libraries;
  /** Hears of operations that a gateway has announced to end. */
  readonly onDeprecated: OnDeprecated;
}
