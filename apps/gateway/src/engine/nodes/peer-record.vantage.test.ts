import { expect, it } from 'vitest';
import { indexSubject, listSubject, sourceSubject } from '@oracle-gateway/protocol/internal';
import { originOfValue, vantageOf } from './peer-record.js';

it.each(['https://a.example/', 'HTTPS://A.EXAMPLE', 'https://a.example:443?b'])('%s is one host, whatever its text', (url) => {
  const tenant = { name: 'key:one', isStranger: false };
  expect(vantageOf({ subject: sourceSubject({ url, method: 'GET' }), tenant })).toEqual({ hosts: ['a.example'], tenant: 'key:one' });
});

it('the value of a list comes from one host, that of an index from all', () => {
  const configs = ['https://a.example/1', 'https://b.example/', 'https://a.example/2'].map((url) => ({ url, method: 'GET' }) as const);
  const list = listSubject(configs);
  const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 60_000, decimals: 8 } as const;
  const tenant = { name: 'key:one', isStranger: false };
  expect(vantageOf({ subject: list, tenant }).hosts).toEqual(['a.example', 'b.example']);
  expect([0, 1, 2].map((place) => originOfValue(list, place).hosts)).toEqual([['a.example'], ['b.example'], ['a.example']]);
  expect(originOfValue(indexSubject(configs, combine), 0).hosts).toEqual(['a.example', 'b.example', 'a.example']);
});
