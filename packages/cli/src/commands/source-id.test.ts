import { deriveSourceId, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { afterAll, describe, expect, it } from 'vitest';

import { openTerminal } from '../../tests/typed-command.js';

const terminal = openTerminal();
afterAll(() => terminal.close());

describe('source-id', () => {
  it('prints the hash of the source, and asks no gateway', async () => {
    const source = parseApiConfig({ url: 'https://host.test/price', method: 'GET', responseParser: '$.price' });
    const id = toHex(deriveSourceId(source));
    const words = ['source-id', source.url, '--path', '$.price'];
    expect(await terminal.type(words)).toEqual({ exitCode: 0, output: `${id}\n`, errors: '' });
    expect(JSON.parse((await terminal.type([...words, '--json'])).output)).toEqual({ sourceId: id, source });
    expect(terminal.asked).toEqual([]);
  });

  it('is the one that the catalogue names', async () => {
    const { output } = await terminal.type(['source-id', 'coinbase/btc-usd']);
    expect(output).toBe('0xc3c03988b2b25289086001a48aa94e0b43c4fb7ec69203c6b60c7644d3c0cd28\n');
  });
});
