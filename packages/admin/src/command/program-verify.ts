import { command, EXIT_CODES, OUTPUT_FLAGS, required } from '@oracle-gateway/caller/command';
import { file as filePath, UsageError } from '@oracle-gateway/caller/settings';
import { formatAddress } from '@oracle-gateway/protocol';
import { readFile } from 'node:fs/promises';

import { type AdminCommand, ledgerViewInputOf, LEDGER_FLAGS, settingsOf } from './admin-command.js';

/** Reads the ledger and a file. */
export const programVerify: AdminCommand = command({
  words: 'program verify',
  summary: 'Compares the deployed program with a file that was built; prints its hash, its slot and the key that may replace it',
  description: [`The exit code is ${EXIT_CODES.notVerified} where another file is deployed.`],
  operands: [],
  flags: { file: required(filePath, 'the built program, such as oracle_program.so'), ...LEDGER_FLAGS, ...OUTPUT_FLAGS },
  examples: [],
  async run({ flags, around, terminal }) {
    const [{ viewLedger }, { fileHash, isDeployedFile, readDeployedProgram }] = await Promise.all([
      import('../admin-ledger.js'),
      import('../program/deployed-program.js'),
    ]);
    const file = await readFile(flags.file).catch(() => {
      throw new UsageError('--file', 'must name a file that can be read');
    });
    const deployment = ledgerViewInputOf(await settingsOf(around, flags));
    const deployed = await readDeployedProgram(viewLedger(deployment));
    const isSame = isDeployedFile(deployed, file);
    const told = {
      program: formatAddress(deployment.programId),
      slot: deployed.slot.toString(),
      upgradeAuthority: deployed.upgradeAuthority === null ? null : formatAddress(deployed.upgradeAuthority),
      sha256: fileHash(file),
      isDeployed: isSame,
    };
    const text = [
      `${told.sha256}  ${flags.file}`,
      isSame
        ? `deployed at ${told.program} since slot ${told.slot}`
        : `not deployed at ${told.program}, which holds another file since slot ${told.slot}`,
      told.upgradeAuthority === null ? 'no key can replace it' : `${told.upgradeAuthority} can replace it`,
    ];
    terminal.result(text.join('\n'), told);
    return isSame ? EXIT_CODES.done : EXIT_CODES.notVerified;
  },
});
