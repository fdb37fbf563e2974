import { completionCommand, configCommands, type CommandProgram } from '@oracle-gateway/caller/command';

import packageFile from '../package.json' with { type: 'json' };
import { delegateAdd, delegateList, delegateRevoke } from './commands/delegate.js';
import { feeds } from './commands/feeds.js';
import { fund } from './commands/fund.js';
import { get } from './commands/get.js';
import { init } from './commands/init.js';
import { login } from './commands/login.js';
import { logout } from './commands/logout.js';
import { nodes } from './commands/nodes.js';
import { providerCheck, providerSchema } from './commands/provider.js';
import { quota } from './commands/quota.js';
import { renew } from './commands/renew.js';
import { rounds } from './commands/rounds.js';
import { simulate } from './commands/simulate.js';
import { sourceId } from './commands/source-id.js';
import { subscribe } from './commands/subscribe.js';
import { verify } from './commands/verify.js';
import { watch } from './commands/watch.js';
import { withdraw } from './commands/withdraw.js';
import type { CliDeps } from './deps.js';
import { describeClientError } from './failure.js';
import { CONNECTION_FLAGS, PAYING_FLAGS } from './flag-groups.js';

const COMMAND_NAME = 'oracle-gateway';

/** The command `oracle-gateway`. */
export const PROGRAM: CommandProgram<CliDeps> = {
  name: COMMAND_NAME,
  summary: 'Asks an Oracle Gateway for values, and verifies every answer with the node keys on the ledger.',
  version: packageFile.version,
  describe: describeClientError,
  commands: [
    init,
    get,
    watch,
    simulate,
    verify,
    feeds,
    providerCheck,
    providerSchema,
    sourceId,
    nodes,
    rounds,
    quota,
    subscribe,
    renew,
    delegateAdd,
    delegateList,
    delegateRevoke,
    fund,
    withdraw,
    login,
    logout,
    ...configCommands({
      program: COMMAND_NAME,
      flags: { ...PAYING_FLAGS, ...CONNECTION_FLAGS },
      remarks: [
        'Program and network decide whose signatures count. They are yours to say, because a gateway that lies could name a program of its own.',
      ],
    }),
    completionCommand(COMMAND_NAME),
  ],
};
