import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { codeSamples } from './code-samples.js';

const source = { url: "https://api.example/it's?a=1&b=$HOME", method: 'GET', responseParser: "$['a'].`b`" };
const input = {
  gateway: 'https://oracle.example',
  programId: '11111111111111111111111111111112',
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  rpcUrl: 'https://rpc.example/?a=b',
  source,
  quorum: 3,
  sourceId: `0x${'08'.repeat(32)}`,
  feedId: `0x${'07'.repeat(32)}`,
};

function sample(name: string): string {
  return codeSamples(input).find((one) => one.name === name)?.code ?? '';
}

/** The words that a shell makes of a command. */
function wordsOf(command: string): string[] {
  const print = `for word in "$@"; do printf '%s\\n' "$word"; done`;
  return execFileSync('sh', ['-c', `set -- ${command}\n${print}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
}

describe('code to copy', () => {
  it('for curl asks for the very source, whatever its characters', () => {
    const words = wordsOf(sample('curl'));
    expect(words[0]).toBe('curl');
    expect(JSON.parse(words.at(-1) ?? '')).toEqual({ apiConfig: source, signaturesRequired: 3 });
  });

  it('for the command line names source, quorum and ledger', () => {
    const words = wordsOf(sample('CLI'));
    expect(words.slice(0, 2)).toEqual(['oracle-gateway', 'get']);
    expect(JSON.parse(words[2] ?? '')).toEqual(source);
    expect(words).toEqual(expect.arrayContaining(['--quorum', '3', '--program', input.programId, '--rpc', input.rpcUrl]));
  });

  it('for chains is there once it is known whose feed is read', () => {
    const namesOf = (feedId: string | undefined): string[] => codeSamples({ ...input, feedId }).map(({ name }) => name);
    expect(namesOf(input.feedId)).toEqual(['CLI', 'TypeScript', 'curl', 'Solana', 'Solidity']);
    expect(namesOf(undefined)).toEqual(['CLI', 'TypeScript', 'curl']);
  });

  it('for TypeScript holds the source as JSON', () => {
    const text = /const source = ([^;]*);/.exec(sample('TypeScript'))?.[1] ?? '';
    expect(JSON.parse(text)).toEqual(source);
  });
});
