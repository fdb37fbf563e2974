import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { unitRuleFaults } from './systemd-units.mjs';

const page = await readFile(join(import.meta.dirname, '..', 'docs', 'deploy.md'), 'utf8');

it('the settings of the page fit their unit', async () => {
  assert.deepEqual(await unitRuleFaults(page), []);
});

it('a secret that the unit does not load, and a mark where it cannot write, are faults', async () => {
  const unloaded = page.replace('oracle-gateway.service/rpc-url"', 'oracle-gateway.service/rpc"');
  assert.deepEqual(await unitRuleFaults(unloaded), [
    'docs/deploy.md: rpc_url_path is /run/credentials/oracle-gateway.service/rpc, which oracle-gateway.service cannot read',
  ]);
  const elsewhere = page.replace('"/var/lib/oracle-gateway/mark.json"', '"/etc/oracle-gateway/mark.json"');
  assert.deepEqual(await unitRuleFaults(elsewhere), [
    'docs/deploy.md: mark_path is /etc/oracle-gateway/mark.json, which oracle-gateway.service cannot write',
  ]);
});

it('a page without settings is a fault', async () => {
  assert.deepEqual(await unitRuleFaults(''), ['docs/deploy.md: has no settings of a unit']);
});
