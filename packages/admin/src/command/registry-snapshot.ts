import { command, EXIT_CODES, optional, OUTPUT_FLAGS } from '@oracle-gateway/caller/command';
import { file, u64, UsageError } from '@oracle-gateway/caller/settings';
import { signersOf } from '@oracle-gateway/protocol';
import { formatTime } from '@oracle-gateway/protocol/internal';
import { writeFile } from 'node:fs/promises';

import type { NodeFailure } from '../snapshot/node-failure.js';
import { type AdminCommand, ledgerViewInputOf, KEY_FLAGS, LEDGER_FLAGS, settingsOf, signerOf } from './admin-command.js';
import { address, endpointsByIndex } from './value-kinds.js';

/** Asks the nodes and sends nothing. */
export const registrySnapshot: AdminCommand = command({
  words: 'registry snapshot',
  summary: 'Has the nodes sign a registry snapshot for other chains, verifies it and writes it as JSON; changes nothing on the ledger',
  description: ['The key is that of a gateway that is registered and in service: nodes answer no other.'],
  operands: [],
  flags: {
    'signer-version': optional(u64(0n, 'version'), 'version whose nodes sign, which the other chain holds; the current one by default'),
    endpoints: optional(
      endpointsByIndex,
      'earlier endpoints of nodes of that version whose key was replaced twice; the present endpoints of their places are asked too',
    ),
    gateway: optional(address, 'the Gateway account whose key signs; by default the one that was registered with the key'),
    out: optional(file, 'where the snapshot is written; the output by default'),
    ...KEY_FLAGS,
    ...LEDGER_FLAGS,
    ...OUTPUT_FLAGS,
  },
  examples: [],
  async run({ flags, around, terminal }) {
    const [{ snapshotJson }, { SnapshotNotSignedError, takeSnapshot }] = await Promise.all([
      import('@oracle-gateway/vouching'),
      import('../snapshot/take-snapshot.js'),
    ]);
    const settings = await settingsOf(around, flags);
    const gateway = await signerOf(around, settings, 'gateway');
    const { 'signer-version': signerVersion, endpoints, gateway: gatewayAccount, out } = flags;
    const tell = (failures: readonly NodeFailure[]): void => {
      for (const { nodeIndex, step, reason } of failures) terminal.note(`node ${nodeIndex}, ${step}: ${reason}`);
    };
    const asked = {
      ...(signerVersion === undefined ? {} : { signerVersion }),
      ...(endpoints === undefined ? {} : { endpoints }),
      ...(gatewayAccount === undefined ? {} : { gatewayAccount }),
    };
    const taken = await takeSnapshot({ ...ledgerViewInputOf(settings), gateway, ...asked }).catch((error: unknown) => {
      if (error instanceof SnapshotNotSignedError) tell(error.failures);
      throw error;
    });
    tell(taken.failures);
    const json = snapshotJson(taken.signed, signersOf(taken.signed.signersBitmap));
    const text = JSON.stringify(json, null, 2);
    if (out === undefined) terminal.result(text, json);
    else await writeOut(out, `${text}\n`);
    const when = formatTime(BigInt(json.signedAt));
    terminal.note(`nodes ${json.signers.join(', ')} of version ${json.signerVersion} signed version ${json.version} at ${when}`);
    return EXIT_CODES.done;
  },
});

async function writeOut(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch {
    throw new UsageError('--out', 'must name a file that can be written');
  }
}
