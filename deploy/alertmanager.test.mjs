import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { alertmanagerFaults } from './alertmanager.mjs';
import { findDebianTool } from './debian-tool.mjs';

const TEXT = readFileSync(join(import.meta.dirname, 'prometheus', 'alertmanager.yml'), 'utf8');
const amtool = await findDebianTool('amtool');
const skip = 'missing' in amtool ? amtool.missing : false;

test('amtool has nothing to say about the routing', { skip }, async () => {
  assert.deepEqual(await alertmanagerFaults(amtool.command, TEXT), []);
});

for (const [name, from, to, complaint] of [
  ['a receiver that is not there', /receiver: \S+/, 'receiver: strangers', /undefined receiver "strangers"/],
  ['a key that Alertmanager lacks', /group_by:/, 'grouped_by:', /grouped_by/],
]) {
  test(`${name} is a fault`, { skip }, async () => {
    assert.match((await alertmanagerFaults(amtool.command, TEXT.replace(from, to))).join('\n'), complaint);
  });
}
