import type { ClientLibrary } from '@oracle-gateway/caller';
import { runCommandLine } from '@oracle-gateway/caller/command';
import { FILES, placesOf } from '@oracle-gateway/caller/settings';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { ed25519 } from '@noble/curves/ed25519.js';
import * as clientModule from '@oracle-gateway/client';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';

import { PROGRAM as COMMAND } from '../src/program.js';

export interface Typed {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

export interface Typing {
  readonly stdin?: string;
  /** Typed where the command asks, one after another; nothing is typed without a terminal. */
  readonly answers?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Both streams are a terminal. */
  readonly isTerminal?: boolean;
}

export interface TypedTerminal {
  readonly home: string;
  /** Calls of the fake libraries, in order. */
  readonly asked: unknown[];
  type(words: readonly string[], typing?: Typing): Promise<Typed>;
  /** Writes a file below the home folder and returns its path. */
  file(name: string, text: string, mode?: number): string;
  close(): void;
}

export const NOW_MS = Date.parse('2026-11-23T09:00:00Z');
export const PROGRAM = '11111111111111111111111111111111';

const SETTINGS = {
  ORACLE_GATEWAY_URL: 'http://gateway.test',
  ORACLE_GATEWAY_RPC: 'http://rpc.test',
  ORACLE_GATEWAY_PROGRAM: PROGRAM,
  ORACLE_GATEWAY_NETWORK: 'solana:localnet',
};

/** A key of the Solana CLI's form, the same for the same number. */
export function sampleKey(seed: number): { readonly bytes: readonly number[]; readonly address: string } {
  const secret = new Uint8Array(32).fill(seed);
  const publicKey = ed25519.getPublicKey(secret);
  return { bytes: [...secret, ...publicKey], address: formatAddress(toAddress(publicKey)) };
}

/** A home folder of its own, and commands typed into it. The client is a fake that has what `client` has. */
export function openTerminal(client: Partial<clientModule.Client> = {}, library: Partial<ClientLibrary> = {}): TypedTerminal {
  const home = mkdtempSync(join(tmpdir(), 'cli-'));
  const asked: unknown[] = [];
  const fake = new Proxy<Partial<clientModule.Client>>(
    { defaultQuorum: () => Promise.resolve(3), ...client },
    {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (member === undefined && name !== 'then') throw new Error(`the test has no client.${String(name)}`);
        return member;
      },
    },
  ) as clientModule.Client;
  const clientLibrary: ClientLibrary = {
    ...clientModule,
    keepRegistry: () => Promise.reject(new Error('the test has no ledger')),
    createClient({ onDeprecated: _hearer, ...options }) {
      asked.push(options);
      return fake;
    },
    ...library,
  };
  return {
    home,
    asked,
    async type(words, { stdin = '', answers = [], environment = {}, signal, isTerminal = false } = {}) {
      const [output, errors, typed]: string[][] = [[], [], [...answers]];
      const all = { HOME: home, ...SETTINGS, ...environment };
      const exitCode = await runCommandLine(
        COMMAND,
        {
          around: {
            environment: all,
            places: placesOf(all),
            files: FILES,
            signal: signal ?? new AbortController().signal,
            stdout: { isTTY: isTerminal, write: (text) => output!.push(text) },
            stderr: { isTTY: isTerminal, write: (text) => errors!.push(text) },
          },
          deps: () => ({
            caller: {
              environment: all,
              places: placesOf(all),
              files: FILES,
              clock: () => NOW_MS,
              onDeprecated: () => {
                throw new Error('the test has no operation that ends');
              },
              libraries: {
                client: () => Promise.resolve(clientLibrary),
                payPerRequest: () =>
                  Promise.resolve({
                    payPerRequest(input) {
                      asked.push(input);
                      return { feedOwner: PROGRAM, earn: () => Promise.reject(new Error('never asked')) };
                    },
                  }),
              },
            },
            readStandardInput: () => Promise.resolve(stdin),
            ask: (question) => {
              errors!.push(question);
              return Promise.resolve(typed!.shift() ?? null);
            },
          }),
        },
        words,
      );
      return { exitCode, output: output!.join(''), errors: errors!.join('') };
    },
    file(name, text, mode = 0o600) {
      const path = join(home, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      chmodSync(path, mode);
      return path;
    },
    close: () => rmSync(home, { recursive: true }),
  };
}
