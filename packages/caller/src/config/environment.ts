import { homedir } from 'node:os';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process. */
export function readEnvironment(): Environment {
  return process.env;
}

/** Folders of the command's files (XDG base directories). */
export interface FilePlaces {
  readonly configFile: string;
  readonly sessionFolder: string;
  /** Folder of the spending files, for limits that outlive a process. */
  readonly spendingFolder: string;
}

export function placesOf(environment: Environment): FilePlaces {
  const home = environment['HOME'] ?? homedir();
  const config = baseFolder(environment['XDG_CONFIG_HOME'], join(home, '.config'));
  const state = baseFolder(environment['XDG_STATE_HOME'], join(home, '.local', 'state'));
  return {
    configFile: environment['ORACLE_GATEWAY_CONFIG'] ?? join(config, 'oracle-gateway', 'config.json'),
    sessionFolder: join(state, 'oracle-gateway', 'sessions'),
    spendingFolder: join(state, 'oracle-gateway', 'spending'),
  };
}

/** A relative folder is ignored, as the XDG specification says. */
function baseFolder(given: string | undefined, otherwise: string): string {
  return given?.startsWith('/') === true ? given : otherwise;
}
