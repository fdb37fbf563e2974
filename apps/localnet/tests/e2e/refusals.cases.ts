import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../src/base/project-root.js';
import { ordinaryWorld } from './ordinary-world.js';
import { execute, expectSettled, prepareRound, serve, type TestWorld } from './test-world.js';

let test: TestWorld;
beforeAll(() => {
  test = ordinaryWorld();
});

interface ToldReason {
  readonly answer: { readonly outcome: string; readonly code: string | null; readonly sentences: readonly string[] };
  readonly related: readonly { readonly program: string; readonly message: string }[];
}

/** Asks the built command about the lines that the world's processes wrote. */
async function why(...words: readonly string[]): Promise<ToldReason> {
  const main = join(projectRoot(), 'packages/admin/dist/main.js');
  const logs = dirname(test.world.stateFolder.logOf('gateway'));
  const files = (await readdir(logs)).map((name) => join(logs, name));
  // The exit code says whether a line fits.
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'why', '--json', ...words, ...files]).catch(outputOf);
  return JSON.parse(stdout) as ToldReason;
}

function outputOf(error: unknown): { readonly stdout: string } {
  if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') return { stdout: error.stdout };
  throw error;
}

describe('oracle-gateway-admin why', () => {
  it('tells from the lines of real processes why a caller was refused, and what each node saw', async () => {
    const sourceUrl = `${test.world.manifest.sources.echo}/?status=500&body=`;
    const refused = await execute(test, prepareRound(test, { quorum: 3, sourceUrl }));
    expect(refused.status).toBe(503);
    const requestId = refused.headers.get('x-request-id') ?? '';
    await expect.poll(async () => (await why(requestId)).answer.code).toBe('upstream_failure');

    const byRequest = await why(requestId);
    expect(byRequest.answer).toMatchObject({ outcome: 'refused' });
    expect(byRequest.answer.sentences.at(-1)).toBe('Nothing was charged, and the authorization is spent.');
    const programs = new Set(byRequest.related.map(({ program }) => program));
    expect(programs).toContain('gateway');
    expect([...programs].filter((program) => program.startsWith('oracle-node ')).length).toBeGreaterThanOrEqual(3);
    const byRound = await why(refused.headers.get('x-round-id') ?? '');
    expect([byRound.answer.code, byRound.answer.sentences]).toEqual([byRequest.answer.code, byRequest.answer.sentences]);
  });

  it('tells of a served round that it was charged, once the worker has settled it', async () => {
    const served = await serve(test, { quorum: 3 });
    await expectSettled(test, served);
    const told = async (): Promise<unknown> => (await why(served.roundId)).answer;
    const sentences = ['The round was served and charged: its settlement is on the ledger.'];
    await expect.poll(told).toMatchObject({ outcome: 'served', sentences });
  });

  it('says of an id that no line has that no line fits', async () => {
    expect((await why('00000000-0000-4000-8000-000000000000')).answer).toMatchObject({ outcome: 'absent' });
  });
});
