import { completionCommand, configCommands, type CommandProgram } from '@oracle-gateway/caller/command';

import packageFile from '../../package.json' with { type: 'json' };
import { type AdminDeps, KEY_FLAGS, LEDGER_FLAGS } from './admin-command.js';
import { describeAdminError } from './failure.js';
import { plan } from './plan-command.js';
import { programVerify } from './program-verify.js';
import { registrySnapshot } from './registry-snapshot.js';
import { SENDING_COMMANDS } from './sending-commands.js';
import { show } from './show.js';

const NAME = 'oracle-gateway-admin';

/** The command `oracle-gateway-admin`. */
export const PROGRAM: CommandProgram<AdminDeps> = {
  name: NAME,
  summary: 'Administers the oracle program on a Solana ledger.',
  version: packageFile.version,
  describe: describeAdminError,
  commands: [
    ...SENDING_COMMANDS,
    registrySnapshot,
    programVerify,
    show,
    plan,
    ...configCommands({ program: NAME, flags: { ...KEY_FLAGS, ...LEDGER_FLAGS }, remarks: ['`oracle-gateway` reads the same profiles.'] }),
    completionCommand(NAME),
  ],
};
