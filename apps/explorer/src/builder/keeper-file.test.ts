import { describe, expect, it } from 'vitest';
import { keeperFile, roundsADay } from './keeper-file.js';

const ledger = { rpcUrl: 'https://rpc.example', programId: 'C8o7D7mNvrMin7icWUtzgzJMM9JFwdVfVia8tSzVkWUK', network: 'solana:x' };
const source = {
  url: 'https://a.example/?a="b"',
  method: 'GET',
  headers: { 'X-A': 'b', 'a.b': 'c\u007f' },
  responseParser: "$['a']",
  aggregation: { mode: 'tolerance', numeric: { decimals: 8 } },
};
const kept = {
  ...{ gateway: 'https://oracle.example', ledger, members: source, feed: undefined },
  ...{ quorum: 3, heartbeatSeconds: 3_600, deviationBps: 50 },
};

describe('keeper.toml', () => {
  it('has the source as an inline table', () => {
    expect(keeperFile(kept)).toContain(
      [
        '[feeds.my-feed]',
        String.raw`api_config = { url = "https://a.example/?a=\"b\"", method = "GET", headers = { X-A = "b", "a.b" = "c\u007f" }, responseParser = "$['a']", aggregation = { mode = "tolerance", numeric = { decimals = 8 } } }`,
        'account = "subscription"',
        'quorum = 3',
      ].join('\n'),
    );
  });

  it('names a feed of the catalogue by its key, and an index by its sources and rule', () => {
    expect(keeperFile({ ...kept, feed: 'coinbase/btc-usd' })).toContain('[feeds.btc-usd]\nsource = "coinbase/btc-usd"\n');
    expect(keeperFile({ ...kept, members: { apiConfigs: [{ url: 'a' }, { url: 'b' }], combine: { rule: 'median' } } })).toContain(
      'api_configs = [{ url = "a" }, { url = "b" }]\ncombine = { rule = "median" }\n',
    );
  });

  it('limits a day to twice the heartbeats that the plan of a keeper names', () => {
    expect([roundsADay(60), roundsADay(3_600), roundsADay(1)]).toEqual([1_800, 25, 86_400]);
    expect(keeperFile(kept)).toContain('max_per_day = 50\n');
  });
});
