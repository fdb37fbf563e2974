import { completionCommand, configCommands, type CommandProgram, SHARED_TOPICS } from '@oracle-gateway/caller/command';

import packageFile from '../../package.json' with { type: 'json' };
import { type AdminDeps, KEY_FLAGS, LEDGER_FLAGS } from './admin-command.js';
import { plan } from './plan-command.js';
import { programVerify } from './program-verify.js';
import { registrySnapshot } from './registry-snapshot.js';
import { SENDING_COMMANDS } from './sending-commands.js';
import { show } from './show.js';
import { why } from './why.js';

const NAME = 'oracle-gateway-admin';

/** The command `oracle-gateway-admin`. */
export const PROGRAM: CommandProgram<AdminDeps> = {
  name: NAME,
  summary: 'Administers the oracle program on a Solana ledger.',
  version: packageFile.version,
  describe: async (error) => (await import('./failure.js')).describeAdminError(error),
  groups: [
    ['Program', ['initialise', 'settings', 'treasury', 'cancel-change', 'hand-over', 'accept', 'program', 'rent']],
    ['Nodes and gateways', ['register-node', 'change-registry', 'registry', 'register-gateway', 'gateway']],
    ['Subscribers and agents', ['subscribe', 'renew', 'delegate', 'escrow']],
    ['See and plan', ['show', 'why', 'plan', 'config', 'completion']],
  ],
  examples: [
    [`${NAME} show --localnet`, 'everything that the program holds'],
    [`${NAME} settings --min-signers 5 --key admin.json`, 'shows effects and costs, and asks'],
    [`${NAME} why --at 2026-11-26T14:02Z --client 203.0.113.9 gateway.log`, 'why a caller was refused'],
    [`${NAME} plan --rounds-per-second 50 --quorum 5`, 'what a load takes; asks no server'],
  ],
  topics: SHARED_TOPICS,
  commands: [
    ...SENDING_COMMANDS,
    registrySnapshot,
    programVerify,
    show,
    why,
    plan,
    ...configCommands({ program: NAME, flags: { ...KEY_FLAGS, ...LEDGER_FLAGS }, remarks: ['`oracle-gateway` reads the same profiles.'] }),
    completionCommand(NAME),
  ],
};
