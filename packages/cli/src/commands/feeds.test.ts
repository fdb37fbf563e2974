import type { Client } from '@oracle-gateway/client';
import { afterEach, describe, expect, it } from 'vitest';

import { openTerminal, type TypedTerminal } from '../../tests/typed-command.js';

let terminal: TypedTerminal;
afterEach(() => terminal.close());

function open(): void {
  const feed = (id: string, title: string) => ({
    id,
    title,
    unit: 'USD',
    names: [id.startsWith('btc') ? 'bitcoin' : 'ether', 'dollar'],
    sourceId: '0x01',
    apiConfig: { url: 'https://host.test/', method: 'GET' },
  });
  const flows = [
    { credential: { mode: 'none' }, feeds: [feed('btc-usd', 'BTC / USD'), feed('eth-usd', 'ETH / USD')] },
    { credential: { mode: 'none' }, x402: {}, feeds: [feed('btc-usd', 'BTC / USD\u001b[2J')] },
  ];
  terminal = openTerminal({
    providers: () => Promise.resolve([{ id: 'one' }]),
    provider: (id: string) => Promise.resolve({ id, aggregation: { mode: 'exact', minSignatures: 2 }, flows }),
  } as unknown as Partial<Client>);
}

describe('feeds', () => {
  it('lists the feeds that hold every word, with what they ask for', async () => {
    open();
    const { exitCode, output } = await terminal.type(['feeds', 'ONE btc']);
    expect(exitCode).toBe(0);
    expect(output.split('\n').map((line) => line.replace(/ {2,}/g, '|'))).toEqual([
      'one/btc-usd|BTC / USD|exact|2',
      'one/btc-usd|BTC / USD\ufffd[2J|exact|2|credential: paid',
      '',
    ]);
  });

  it('finds a feed by what people call it', async () => {
    open();
    expect((await terminal.type(['feeds', 'Ether dollar'])).output).toMatch(/^one\/eth-usd /);
  });

  it('says where no feed is found, without a failure', async () => {
    open();
    expect(await terminal.type(['feeds', 'doge'])).toEqual({ exitCode: 0, output: '', errors: 'no feed has these words\n' });
  });

  it('lists the nearest where no feed has all words, and says so', async () => {
    open();
    const { output, errors } = await terminal.type(['feeds', 'bitcon euro']);
    expect(output).toMatch(/^one\/btc-usd /);
    expect(errors).toBe('no feed has all these words; these come nearest\n');
  });

  it('needs a gateway and nothing else', async () => {
    open();
    const environment = { ORACLE_GATEWAY_RPC: '', ORACLE_GATEWAY_PROGRAM: '', ORACLE_GATEWAY_NETWORK: '' };
    expect(await terminal.type(['feeds', '--json'], { environment })).toMatchObject({ exitCode: 0 });
    expect(terminal.asked).toEqual([{ gateway: 'http://gateway.test' }]);
    const without = await terminal.type(['feeds'], { environment: { ORACLE_GATEWAY_URL: '' } });
    expect(without.exitCode).toBe(2);
    expect(without.errors).toContain('--gateway: is required, here, in ORACLE_GATEWAY_URL, or in a profile by `config set gateway`');
  });
});
