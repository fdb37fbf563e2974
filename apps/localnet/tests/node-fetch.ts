// The official client of x402 fails on Node 20 where undici 7 has taken the place of the global dispatcher, which it does when it is imported
// before the first `fetch`: to be imported first.
await fetch('data:,');
