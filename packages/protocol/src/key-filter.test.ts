import { expect, it } from 'vitest';
import { createKeyFilter } from './key-filter.js';

it.each([
  ['a path', 'https://rpc.example/v2/planted-key/verify', 'Cannot POST /v2/planted-key/verify', 'Cannot POST /v2/[hidden]/verify'],
  ['a query', 'https://rpc.example/?api-key=planted%2Bkey', 'no project planted+key (planted%2Bkey)', 'no project [hidden] ([hidden])'],
  ['a login', 'https://operator:planted-key@rpc.example', 'operator: planted-key is wrong', '[hidden]: [hidden] is wrong'],
  ['malformed coding', 'https://rpc.example/planted%key', 'planted%key?', '[hidden]?'],
])('the key in %s of a URL is hidden in what its server says', (_place, url, said, told) => {
  expect(createKeyFilter(url)(said)).toBe(told);
});

it('a key that is part of another leaves no rest of it', () => {
  expect(createKeyFilter('https://rpc.example/planted-key/planted-key-of-all')('planted-key-of-all')).toBe('[hidden]');
});

it('what else is secret is hidden too, and short words stay', () => {
  expect(createKeyFilter('https://rpc.example/v2', ['planted-token'])('v2 refuses planted-token')).toBe('v2 refuses [hidden]');
});
