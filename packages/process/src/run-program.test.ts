import { parseArgs } from 'node:util';
import { expect, it } from 'vitest';
import { runProgram, CommandLineError } from './run-program.js';

async function run(main: () => Promise<void>): Promise<readonly [exitCode: number, errors: string]> {
  let errors = '';
  const exitCode = await runProgram({ name: 'gateway', usage: 'usage: gateway\n', writeError: (text) => (errors += text) }, main);
  return [exitCode, errors];
}

it('a program that is done ends with 0 and no message', async () => {
  expect(await run(() => Promise.resolve())).toEqual([0, '']);
});

it('a failure ends with 1 and its message, without its cause', async () => {
  const failure = new Error('solana.network: must be a CAIP-2 id', { cause: new Error('planted') });
  expect(await run(() => Promise.reject(failure))).toEqual([1, 'gateway: solana.network: must be a CAIP-2 id\n']);
});

it('an error’s message for operators goes before its message', async () => {
  const failure = Object.assign(new Error('short'), { messageForOperator: 'long' });
  expect(await run(() => Promise.reject(failure))).toEqual([1, 'gateway: long\n']);
});

it('something else that is thrown is not written', async () => {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what is tested
  expect(await run(() => Promise.reject('planted'))).toEqual([1, 'gateway: unknown failure\n']);
});

it.each([
  ['that the program refuses', () => Promise.reject(new CommandLineError('--config is required'))],
  ['that cannot be parsed', () => Promise.resolve().then(parseNothing)],
])('a command line %s ends with 2 and the usage', async (_name, main) => {
  const [exitCode, errors] = await run(main);
  expect(exitCode).toBe(2);
  expect(errors).toMatch(/^gateway: .*--config.*\nusage: gateway\n$/s);
});

function parseNothing(): void {
  parseArgs({ args: ['--config'], options: { config: { type: 'string' } } });
}
