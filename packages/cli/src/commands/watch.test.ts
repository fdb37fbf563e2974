import { UnknownOutcomeError, VerificationError } from '@oracle-gateway/client';
import { afterEach, describe, expect, it } from 'vitest';

import { SAMPLE_ROUND } from '../../tests/sample-round.js';
import { openTerminal, sampleKey, type TypedTerminal } from '../../tests/typed-command.js';

let terminal: TypedTerminal;
afterEach(() => terminal.close());

function open(rounds: () => AsyncGenerator<typeof SAMPLE_ROUND, void, undefined>) {
  const asked: unknown[] = [];
  terminal = openTerminal({
    watch(_source, options) {
      asked.push(options);
      return rounds();
    },
  });
  const key = terminal.file('key.json', JSON.stringify(sampleKey(1).bytes));
  return { asked, words: ['watch', 'https://host.test/price', '--key', key] };
}

async function* endless() {
  for (;;) yield await Promise.resolve(SAMPLE_ROUND);
}

describe('watch', () => {
  it('prints one value a line, so many and so often as it is told', async () => {
    const { asked, words } = open(endless);
    const { exitCode, output, errors } = await terminal.type([...words, '--every', '2s', '--count', '3']);
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: '64628.31\n'.repeat(3) });
    expect(errors.match(/^verified: /gm)).toHaveLength(3);
    expect(asked).toMatchObject([{ everyMs: 2_000, quorum: 3 }]);
  });

  it('prints one line of JSON a value', async () => {
    const { words } = open(endless);
    const { output } = await terminal.type([...words, '--count', '2', '--json']);
    expect(
      output
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { roundId: string }).roundId),
    ).toEqual(['Round1', 'Round1']);
  });

  it('ends with the exit code of a round that fails', async () => {
    const { words } = open(async function* failing() {
      yield await Promise.resolve(SAMPLE_ROUND);
      throw new VerificationError('not_signed', 'no');
    });
    expect(await terminal.type(words)).toMatchObject({ exitCode: 4, output: '64628.31\n' });
  });

  it.each([
    ['is success', new Error('aborted'), 0],
    ['still tells of a round whose outcome is unknown', new UnknownOutcomeError({ roundId: 'Round7' }), 6],
  ])('Ctrl-C %s', async (_what, error, exitCode) => {
    const stop = new AbortController();
    const { words } = open(async function* interrupted() {
      yield await Promise.resolve(SAMPLE_ROUND);
      stop.abort();
      throw error;
    });
    expect(await terminal.type(words, { signal: stop.signal })).toMatchObject({ exitCode, output: '64628.31\n' });
  });
});
