import type { CommandDefinition } from '../command.js';
import { completion } from './completion.js';
import { CONFIG_COMMANDS } from './config.js';
import { feeds } from './feeds.js';
import { get } from './get.js';
import { login } from './login.js';
import { logout } from './logout.js';
import { nodes } from './nodes.js';
import { quota } from './quota.js';
import { rounds } from './rounds.js';
import { simulate } from './simulate.js';
import { sourceId } from './source-id.js';
import { verify } from './verify.js';
import { watch } from './watch.js';

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandDefinition[] = [
  get,
  watch,
  simulate,
  verify,
  feeds,
  sourceId,
  nodes,
  rounds,
  quota,
  login,
  logout,
  ...CONFIG_COMMANDS,
  completion,
];
