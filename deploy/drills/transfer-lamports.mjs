import { readFile } from 'node:fs/promises';
import { createLedgerSender, signerFromSecretKey } from '../../packages/ledger/dist/index.js';
import { parseAddress } from '../../packages/protocol/dist/index.js';
import { payer, writable } from '../../packages/protocol/dist/instructions/index.js';

const SYSTEM_PROGRAM = parseAddress('1'.repeat(32));
/** Number of `Transfer` among the system program's instructions. */
const TRANSFER = 2;
const COMPUTE_UNITS = 10_000;
/** The rent of an account without data, and far more than the fee. */
const LEFT_LAMPORTS = 900_000n;

/**
 * Moves the lamports of a key to another account, as its thief or its owner may do, but for what keeps the account.
 *
 * @param {{ manifest: any, world: any }} room
 * @param {string} keyPath
 * @param {string} to
 */
export async function moveLamports({ manifest, world }, keyPath, to) {
  const signer = signerFromSecretKey(Uint8Array.from(JSON.parse(await readFile(keyPath, 'utf8'))));
  const lamports = world.ledger.account(signer.address).lamports - LEFT_LAMPORTS;
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, TRANSFER, true);
  view.setBigUint64(4, lamports, true);
  const accounts = [payer(signer.address), writable(parseAddress(to))];
  const sender = createLedgerSender({ rpcUrl: manifest.rpcUrl, signer });
  await sender.broadcast(await sender.build([{ programId: SYSTEM_PROGRAM, accounts, data }], { computeUnitLimit: COMPUTE_UNITS }));
}
