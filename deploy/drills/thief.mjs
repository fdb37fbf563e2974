import { readFile } from 'node:fs/promises';
import { createLedgerSender, instructions, signerFromSecretKey } from '../../packages/ledger/dist/index.js';
import { parseAddress } from '../../packages/protocol/dist/index.js';

const COMPUTE_UNITS = 200_000;

/**
 * Moves of a thief that sends what it likes to the program, past every check of ours.
 *
 * @param {{ manifest: any }} room
 * @param {string} keyPath file of the stolen key
 * @returns {(name: string, fields: (me: Uint8Array) => object) => () => Promise<void>} throws the program's refusal
 */
export function sendsAs({ manifest }, keyPath) {
  const [programId, gateway] = [manifest.programId, manifest.gatewayPda].map(parseAddress);
  return (name, fields) => async () => {
    const signer = signerFromSecretKey(Uint8Array.from(JSON.parse(await readFile(keyPath, 'utf8'))));
    const sender = createLedgerSender({ rpcUrl: manifest.rpcUrl, signer });
    const instruction = instructions[name]({ programId, gateway, ...fields(signer.address) });
    await sender.broadcast(await sender.build([instruction], { computeUnitLimit: COMPUTE_UNITS }));
  };
}

/**
 * Tries moves of a thief, each by its words, and shows what becomes of them.
 *
 * @param {{ say: (line: string) => void }} room
 * @param {{ succeed?: Readonly<Record<string, () => unknown>>, refused?: Readonly<Record<string, readonly [() => unknown, RegExp]>> }} moves
 *   `refused`: a move, and the words of its refusal. Another failure is not a refusal.
 */
export async function tryMoves({ say }, { succeed = {}, refused = {} }) {
  for (const [what, move] of Object.entries(succeed)) {
    await move();
    say(`thief: ${what}`);
  }
  for (const [what, [move, words]] of Object.entries(refused)) {
    const refusal = await Promise.resolve()
      .then(move)
      .then(
        () => null,
        (error) => error.message,
      );
    if (refusal === null) throw new Error(`the thief succeeds: ${what}`);
    const line = refusal.split('\n').find((text) => words.test(text));
    if (line === undefined) throw new Error(`the thief fails, and is not refused: ${what}: ${refusal}`);
    say(`thief, refused: ${what} (${line.trim().slice(0, 140)})`);
  }
}
