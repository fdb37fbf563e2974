import { Type } from '@sinclair/typebox';
import { expect, it } from 'vitest';
import { camelCased } from './camel-cased.js';
import { table } from './schema.js';

const schema = Type.Object({
  server: table({
    public_origin: Type.Optional(Type.String()),
    rate_limits: table({ sign_ins_per_minute: Type.Integer() }),
    trusted_proxies: Type.Array(Type.String()),
  }),
  agent: table({ x402_network: Type.String() }),
  sources: table({ fixtures: Type.Record(Type.String(), Type.String()) }),
});

const file = {
  server: { rate_limits: { sign_ins_per_minute: 3 }, trusted_proxies: ['a_b'] },
  agent: { x402_network: 'local_net' },
  sources: { fixtures: { 'https://a_b.example': 'http://127.0.0.1:1' } },
};

it('names members in camelCase at every depth, and leaves values as they are', () => {
  const config = camelCased(schema, file);
  expect(config).toEqual({
    server: { rateLimits: { signInsPerMinute: 3 }, trustedProxies: ['a_b'] },
    agent: { x402Network: 'local_net' },
    sources: { fixtures: { 'https://a_b.example': 'http://127.0.0.1:1' } },
  });
  // The type knows the same names.
  expect([config.server.rateLimits.signInsPerMinute, config.agent.x402Network, config.server.publicOrigin]).toEqual([
    3,
    'local_net',
    undefined,
  ]);
});

it('leaves the keys of a record as the operator wrote them', () => {
  expect(Object.keys(camelCased(schema, file).sources.fixtures)).toEqual(['https://a_b.example']);
});
