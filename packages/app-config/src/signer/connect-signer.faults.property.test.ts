import { join } from 'node:path';
import { verifyEd25519 } from '@oracle-gateway/protocol';
import { type MessageKind, signedBytes } from '@oracle-gateway/protocol/internal';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerFault, type FaultySigner, type OpeningFault, startFaultySigner } from '../../tests/faulty-signer.js';
import { type SignerFolder, type SignerProcess, signerFolder, startSigner } from '../../tests/signer-program.js';
import type { Keypair } from '../keypair.js';
import { connectSigner } from './connect-signer.js';
import { SignerError } from './signer-error.js';

const SETTING = 'settlement.gateway_keypair_path';
const TEXT = Buffer.from('Oracle Gateway: names of sources in the log');
const KIND: MessageKind = 'log_names';
/** So short that messages without an answer end soon; a machine that is too slow for it ends more of them. */
const LIMITS = { timeoutMs: 150, openingMs: 150, startMs: 300_000 };

const ANSWERS: readonly AnswerFault[] = [
  'none',
  'refused',
  'never',
  'after the next',
  'twice',
  'of another message',
  'wrong signature',
  'cut off',
  'too long',
  'unknown form',
  'flood',
  'hangs up',
];
const OPENINGS: readonly OpeningFault[] = ['none', 'hangs up', 'other key', 'no opening'];

let folder: SignerFolder;
let signer: SignerProcess;
let faulty: FaultySigner;
let keypair: Keypair;
beforeAll(async () => {
  folder = await signerFolder();
  signer = await startSigner(folder);
  faulty = await startFaultySigner(join(folder.path, 'faulty.sock'), folder.socket);
  keypair = await connectSigner({ setting: SETTING, path: faulty.socket }, LIMITS);
});
afterAll(async () => {
  await faulty.close();
  await signer.kill();
  await folder.remove();
});

async function outcomeOf(asked: Promise<Uint8Array>): Promise<Uint8Array | SignerError> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SignerError) return error;
    throw error;
  }
}
function isGood(signature: Uint8Array): boolean {
  return verifyEd25519({ signature, message: signedBytes(KIND, TEXT), publicKey: keypair.address });
}
/** Signs once the faults are over. */
async function signsAgain(): Promise<void> {
  faulty.plan({});
  await expect.poll(async () => await outcomeOf(keypair.sign(KIND, TEXT)), { interval: 20 }).toBeInstanceOf(Uint8Array);
}

describe('whatever becomes of the answers of a signer', () => {
  it('each message ends with a good signature or an error that names the setting, and later ones are signed', async () => {
    const plan = fc.record({
      answers: fc.array(fc.constantFrom(...ANSWERS), { maxLength: 12 }),
      openings: fc.array(fc.constantFrom(...OPENINGS), { maxLength: 3 }),
      count: fc.integer({ min: 1, max: 24 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ count, ...faults }) => {
        faulty.plan(faults);
        const outcomes = await Promise.all(Array.from({ length: count }, () => outcomeOf(keypair.sign(KIND, TEXT))));
        for (const outcome of outcomes) {
          if (outcome instanceof SignerError) {
            expect(outcome.message).toMatch(new RegExp(`^${SETTING}: [a-z]`));
            expect(`${outcome.message} ${outcome.words}`).not.toContain(folder.secretText);
          } else expect(isGood(outcome)).toBe(true);
        }
        await signsAgain();
      }),
      { numRuns: 40 },
    );
    expect(signer.log()).not.toContain(folder.secretText);
  });

  it.each<[AnswerFault, string]>([
    ['refused', 'refused'],
    ['wrong signature', 'bad_signature'],
    ['never', 'timeout'],
  ])('one that is %s is told as %s, and no message that waits with it is lost', async (fault, failure) => {
    faulty.plan({ answers: [fault] });
    expect(await outcomeOf(keypair.sign(KIND, TEXT))).toMatchObject({ failure, setting: SETTING });
    await signsAgain();
    expect(keypair.trouble()).toBeNull();
  });

  it('a flood is hung up on before it has come', async () => {
    const before = faulty.floods().length;
    faulty.plan({ answers: ['flood'] });
    await outcomeOf(keypair.sign(KIND, TEXT));
    await signsAgain();
    await expect.poll(() => faulty.floods().slice(before)).toEqual([true]);
  });

  it('more messages than a signer can have waiting are refused at once', async () => {
    faulty.plan({ answers: Array.from({ length: 64 }, () => 'never') });
    const asked = Array.from({ length: 1_025 }, () => outcomeOf(keypair.sign(KIND, TEXT)));
    expect(await asked.at(-1)).toMatchObject({
      failure: 'overloaded',
      message: expect.stringMatching(/^settlement\..*wait for the signer/) as string,
    });
    await Promise.all(asked);
    await signsAgain();
  });
});
