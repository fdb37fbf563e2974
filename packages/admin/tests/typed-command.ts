import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { runCommandLine } from '@oracle-gateway/caller/command';
import { FILES, placesOf } from '@oracle-gateway/caller/settings';
import { formatAddress, toHex } from '@oracle-gateway/protocol';

import { PROGRAM } from '../src/command/program.js';
import type { ProvenRegistration } from '../src/index.js';
import { secretKeyOf, type DeployedLedger } from './deployed-ledger.js';

export interface Typed {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
  readonly questions: readonly string[];
}

export interface Terminal {
  /** Types a command with ledger, program and `--yes`, signed by the named key. */
  type(key: string, ...words: readonly string[]): Promise<Typed>;
  /** Types these words with `input` on the standard input. */
  pipe(input: Uint8Array | string, ...words: readonly string[]): Promise<Typed>;
  /** Types exactly these words, and `answer` when asked. */
  typeExactly(answer: string | null, ...words: readonly string[]): Promise<Typed>;
  keyFile(name: string): string;
  /** Path of a file with the output of `oracle-node prove`. */
  proofFile(registration: ProvenRegistration): string;
  file(name: string, text: string, mode?: number): string;
  close(): void;
}

/** A terminal with a folder of key files. */
export function openTerminal({ rpcUrl, programId }: Pick<DeployedLedger, 'rpcUrl' | 'programId'>): Terminal {
  const folder = mkdtempSync(join(tmpdir(), 'admin-'));
  const file = (name: string, text: string, mode = 0o600): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };
  const keyFile = (name: string): string => file(`${name}.json`, JSON.stringify([...secretKeyOf(name)]));
  const run = async (input: Uint8Array | string | null, answer: string | null, argv: readonly string[]): Promise<Typed> => {
    const [output, errors, questions]: string[][] = [[], [], []];
    const environment = { HOME: folder };
    const exitCode = await runCommandLine(
      PROGRAM,
      {
        around: {
          environment,
          places: placesOf(environment),
          files: FILES,
          signal: new AbortController().signal,
          stdout: { write: (text) => output!.push(text) },
          stderr: { write: (text) => errors!.push(text) },
        },
        deps: () => ({
          input: () => (input === null ? null : Readable.from([Buffer.from(input)])),
          ask: (question) => {
            questions!.push(question);
            return Promise.resolve(answer);
          },
        }),
      },
      argv,
    );
    return { exitCode, output: output!.join(''), errors: errors!.join(''), questions: questions! };
  };
  const typeExactly: Terminal['typeExactly'] = (answer, ...argv) => run(null, answer, argv);
  return {
    typeExactly,
    pipe: (input, ...argv) => run(input, null, argv),
    type: (key, ...words) =>
      typeExactly(null, ...words, '--rpc', rpcUrl, '--program', formatAddress(programId), '--key', keyFile(key), '--yes'),
    keyFile,
    proofFile: (registration) =>
      file(
        `node-${registration.index}.json`,
        JSON.stringify({
          deploymentId: toHex(registration.deploymentId),
          index: registration.index,
          publicKey: toHex(registration.publicKey),
          encryptionKey: toHex(registration.encryptionKey),
          operator: formatAddress(registration.operator),
          endpoint: registration.endpoint,
          previousRegisteredAt: registration.previousRegisteredAt.toString(),
          proof: { s: toHex(registration.proof.s), commitment: toHex(registration.proof.commitment) },
        }),
      ),
    file,
    close: () => rmSync(folder, { recursive: true }),
  };
}
