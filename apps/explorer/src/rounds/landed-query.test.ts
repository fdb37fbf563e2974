import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { landedQuery } from './landed-query.js';

it('is a command of a shell that asks for this transaction', () => {
  const command = landedQuery({ rpcUrl: "https://rpc.example/?k=it's&b=$HOME", signature: 'abc' });
  const words = execFileSync('sh', ['-c', `set -- ${command}; printf '%s\\n' "$@"`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  expect([words[0], words[2]]).toEqual(['curl', "https://rpc.example/?k=it's&b=$HOME"]);
  expect(JSON.parse(words.at(-1) ?? '')).toMatchObject({ method: 'getTransaction', params: ['abc', { commitment: 'confirmed' }] });
});
