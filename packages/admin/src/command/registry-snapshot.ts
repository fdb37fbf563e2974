import { writeFile } from 'node:fs/promises';

import { readKeypair, readSecretFile } from '@oracle-gateway/app-config';
import { signersOf } from '@oracle-gateway/protocol';
import { snapshotJson } from '@oracle-gateway/vouching';

import { readRpcUrl } from '../config.js';
import type { NodeFailure } from '../snapshot/node-failure.js';
import { SnapshotNotSignedError, takeSnapshot } from '../snapshot/take-snapshot.js';
import { formatTime } from '../wording.js';
import type { LEDGER_FLAGS, REGISTRY_SNAPSHOT } from './commands.js';
import { FlagError, type FlagValues } from './flag.js';

interface Output {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

type Values = FlagValues<typeof LEDGER_FLAGS & typeof REGISTRY_SNAPSHOT.flags>;

/** Prints the snapshot alone to the output, and everything else to the error output. Throws what `takeSnapshot` throws, and FlagError. */
export async function registrySnapshot({ write, writeError }: Output, values: Values): Promise<void> {
  const { rpc, program: programId, key, 'signer-version': signerVersion, endpoints, out } = values;
  const gateway = readKeypair(await readSecretFile('--key', key));
  const tell = (failures: readonly NodeFailure[]): void => {
    for (const { nodeIndex, step, reason } of failures) writeError(`node ${nodeIndex}, ${step}: ${reason}\n`);
  };
  const asked = { ...(signerVersion === undefined ? {} : { signerVersion }), ...(endpoints === undefined ? {} : { endpoints }) };
  const taken = await takeSnapshot({ programId, server: { rpcUrl: readRpcUrl(rpc) }, gateway, ...asked }).catch((error: unknown) => {
    if (error instanceof SnapshotNotSignedError) tell(error.failures);
    throw error;
  });
  tell(taken.failures);
  const json = snapshotJson(taken.signed, signersOf(taken.signed.signersBitmap));
  const text = `${JSON.stringify(json, null, 2)}\n`;
  if (out === undefined) write(text);
  else await writeOut(out, text);
  const when = formatTime(BigInt(json.signedAt));
  writeError(`nodes ${json.signers.join(', ')} of version ${json.signerVersion} signed version ${json.version} at ${when}\n`);
}

async function writeOut(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch {
    throw new FlagError('out', 'must name a file that can be written');
  }
}
