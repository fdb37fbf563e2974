import { completionCommand, configCommands, type CommandProgram } from '@oracle-gateway/caller/command';

import packageFile from '../package.json' with { type: 'json' };
import { delegateAdd, delegateList, delegateRevoke } from './commands/delegate.js';
import { feedId } from './commands/feed-id.js';
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
import { usage } from './commands/usage.js';
import { verify } from './commands/verify.js';
import { watch } from './commands/watch.js';
import { withdraw } from './commands/withdraw.js';
import type { CliDeps } from './deps.js';
import { TOPICS } from './topics.js';
import { describeClientError } from './failure.js';
import { CONNECTION_FLAGS, PAYING_FLAGS } from './flag-groups.js';

const COMMAND_NAME = 'oracle-gateway';

/** The command `oracle-gateway`. */
export const PROGRAM: CommandProgram<CliDeps> = {
  name: COMMAND_NAME,
  summary: 'Asks an Oracle Gateway for values, and verifies every answer with the node keys on the ledger.',
  version: packageFile.version,
  describe: describeClientError,
  groups: [
    ['Begin', ['init', 'config']],
    ['Values', ['get', 'watch', 'simulate', 'verify', 'feeds', 'source-id', 'feed-id']],
    ['Your account', ['rounds', 'quota', 'usage', 'subscribe', 'renew', 'delegate', 'fund', 'withdraw', 'login', 'logout']],
    ['The network', ['nodes', 'provider']],
  ],
  examples: [
    ['oracle-gateway init', 'once'],
    ['oracle-gateway get coinbase/btc-usd', 'a verified value'],
    ["oracle-gateway simulate https://api.coinbase.com/v2/prices/BTC-USD/spot -p '$.data.amount'", 'any API, for free'],
    ['oracle-gateway subscribe --rounds 10000 --until 30d', 'rounds that are paid in advance'],
  ],
  topics: TOPICS,
  commands: [
    init,
    get,
    watch,
    simulate,
    verify,
    feeds,
    sourceId,
    feedId,
    rounds,
    quota,
    usage,
    subscribe,
    renew,
    delegateAdd,
    delegateList,
    delegateRevoke,
    fund,
    withdraw,
    login,
    logout,
    nodes,
    providerCheck,
    providerSchema,
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
