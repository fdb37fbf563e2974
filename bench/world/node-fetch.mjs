// The x402 client fails on Node 20 where undici 7 was imported before the first `fetch`: to be imported first.
await fetch('data:,');
