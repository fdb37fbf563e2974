import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadDocumented } from './load-documented.mjs';

const { gatewayConfig, workerConfig, nodeConfig, keeperConfig } = await loadDocumented(join(import.meta.dirname, '..', '..'));
/** Not a secret, or one that stands in a file of another name. */
const ELSEWHERE = {
  'gateway.url': null,
  'settlement.db_path': 'redis.password_path',
  'redis.url': 'redis.password_path',
  'solana.rpc_urls': 'solana.rpc_url_path',
};

/** Members of a schema with their full names. */
function membersOf(schema, name = '') {
  const inner = {
    ...schema.properties,
    ...Object.fromEntries(Object.values(schema.patternProperties ?? {}).map((member) => ['<name>', member])),
  };
  return Object.entries(inner).flatMap(([key, member]) => {
    const full = name === '' ? key : `${name}.${key}`;
    return [[full, member], ...membersOf(member, full)];
  });
}

for (const [program, schema] of Object.entries({ gatewayConfig, workerConfig, nodeConfig, keeperConfig })) {
  test(`a secret of ${program} may stand in a file of its own`, () => {
    const members = new Map(membersOf(schema));
    const secrets = [...members].filter(
      ([name, { type, description = '' }]) =>
        type !== 'boolean' &&
        !/_paths?$|_paths\.<name>$/.test(name.replace('db_path', 'db')) &&
        /takes precedence|token/i.test(description),
    );
    assert.ok(secrets.length > 0);
    for (const [name] of secrets) {
      const file = name in ELSEWHERE ? ELSEWHERE[name] : `${name}_path`;
      assert.ok(file === null || members.has(file), `${program}: ${name} has no path form ${file}`);
    }
  });
}
