import { expect, it } from 'vitest';
import { sourceHost } from './source-host.js';

it.each(['https://a.example/', 'HTTPS://A.EXAMPLE', 'https://a.example:443?b'])('%s is one host, whatever its text', (url) => {
  expect(sourceHost({ url })).toBe('a.example');
});
