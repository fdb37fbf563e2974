import { readFile } from 'node:fs/promises';

import { formatAddress } from '@oracle-gateway/protocol';

import { viewLedger } from '../admin-ledger.js';
import { readRpcUrl } from '../config.js';
import { fileHash, isDeployedFile, readDeployedProgram } from '../program/deployed-program.js';
import type { LEDGER_FLAGS, PROGRAM_VERIFY } from './commands.js';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';
import { FlagError, type FlagValues } from './flag.js';

/** Prints what is deployed, and whether it is the file. Throws what `readDeployedProgram` throws, and FlagError. */
export async function programVerify(
  { write }: { readonly write: (text: string) => void },
  { rpc, program: programId, file: path, json }: FlagValues<typeof LEDGER_FLAGS & typeof PROGRAM_VERIFY.flags>,
): Promise<ExitCode> {
  const file = await readFile(path).catch(() => {
    throw new FlagError('file', 'must name a file that can be read');
  });
  const deployed = await readDeployedProgram(viewLedger({ programId, server: { rpcUrl: readRpcUrl(rpc) } }));
  const isSame = isDeployedFile(deployed, file);
  const told = {
    program: formatAddress(programId),
    slot: deployed.slot.toString(),
    upgradeAuthority: deployed.upgradeAuthority === null ? null : formatAddress(deployed.upgradeAuthority),
    sha256: fileHash(file),
    isDeployed: isSame,
  };
  const text = [
    `${told.sha256}  ${path}`,
    isSame
      ? `deployed at ${told.program} since slot ${told.slot}`
      : `not deployed at ${told.program}, which holds another file since slot ${told.slot}`,
    told.upgradeAuthority === null ? 'no key can replace it' : `${told.upgradeAuthority} can replace it`,
  ];
  write(json ? `${JSON.stringify(told)}\n` : `${text.join('\n')}\n`);
  return isSame ? EXIT_CODES.done : EXIT_CODES.refused;
}
