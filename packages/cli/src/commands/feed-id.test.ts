import results from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { deriveFeedId, deriveSourceId, NO_OWNER, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { afterAll, describe, expect, it } from 'vitest';

import { openTerminal } from '../../tests/typed-command.js';

const terminal = openTerminal();
afterAll(() => terminal.close());

const { url, responseParser } = results.apiConfig;
const SOURCE = [url, '--path', responseParser];

describe('feed-id', () => {
  it('prints the id that the answer to a round of this key has, and asks no gateway', async () => {
    const { feedId, configHash } = results.result.data;
    const words = ['feed-id', ...SOURCE, '--owner', results.owner, '--quorum', '3'];
    expect(await terminal.type(words)).toEqual({ exitCode: 0, output: `${feedId}\n`, errors: '' });
    expect(JSON.parse((await terminal.type([...words, '--json'])).output)).toEqual({
      feedId,
      sourceId: configHash,
      form: 1,
      source: results.apiConfig,
    });
    expect(terminal.asked).toEqual([]);
  });

  it('of paid requests has no owner', async () => {
    const sourceId = deriveSourceId(parseApiConfig(results.apiConfig));
    const { output } = await terminal.type(['feed-id', ...SOURCE, '--owner', 'none', '--quorum', '5']);
    expect(output).toBe(`${toHex(deriveFeedId({ owner: NO_OWNER, sourceId, signaturesRequired: 5 }))}\n`);
  });

  it.each([
    ['no owner', ['--quorum', '3'], '--owner'],
    ['no quorum', ['--owner', 'none'], '--quorum'],
    ['an owner of another length', ['--owner', '1'.repeat(40), '--quorum', '3'], '--owner'],
    ['an owner that is no address', ['--owner', 'me', '--quorum', '3'], '--owner'],
  ])('refuses %s by the name of the option', async (_what, words, option) => {
    const { exitCode, errors, output } = await terminal.type(['feed-id', ...SOURCE, ...words]);
    expect([exitCode, output]).toEqual([2, '']);
    expect(errors).toContain(option);
  });
});
