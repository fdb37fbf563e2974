import { expect, it } from 'vitest';
import { vantageOf } from './peer-record.js';

it.each(['https://a.example/', 'HTTPS://A.EXAMPLE', 'https://a.example:443?b'])('%s is one host, whatever its text', (url) => {
  const tenant = { name: 'key:one', isStranger: false };
  expect(vantageOf({ apiConfig: { url, method: 'GET' }, tenant })).toEqual({ host: 'a.example', tenant: 'key:one' });
});
