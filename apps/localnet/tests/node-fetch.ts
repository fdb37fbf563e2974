// The official client of x402 fails on Node 20 where undici 7 is the global dispatcher. It becomes that if it is imported before the first
// `fetch`. So import this file first.
await fetch('data:,');
