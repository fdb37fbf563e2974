import { expect, it } from 'vitest';
import { mayCallByHttp } from './node-transport.js';

const KEY = new Uint8Array(32).fill(1);

it.each([
  ['http://node.example', KEY, false],
  ['http://127.0.0.1:7100', KEY, false],
  ['https://node.example', KEY, true],
  ['http://node.example', null, true],
  ['https://node.example', null, true],
])('a node at %s is called by HTTP unless a party on the path could read what the ledger has a key for', (origin, encryptionKey, may) => {
  expect(mayCallByHttp({ index: 0, origin, encryptionKey })).toBe(may);
});
