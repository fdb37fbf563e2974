import assert from 'node:assert/strict';
import { it } from 'node:test';
import { allowedLicence, licenceFaults } from './licences.mjs';

it('a licence of the list is allowed, every other is a fault that names the dependency', () => {
  const version = '1.0.0';
  const dependencies = [
    { name: 'free', version, licence: 'MIT' },
    { name: 'closed', version, licence: 'BUSL-1.1' },
    { name: 'silent', version, licence: 'Unknown' },
  ];
  assert.deepEqual(
    licenceFaults(dependencies).map((fault) => fault.split(',')[0]),
    ['closed 1.0.0: has the licence BUSL-1.1', 'silent 1.0.0: has the licence Unknown'],
  );
});

it('what was judged by its file holds for that package, and for what its manifest said then', () => {
  const eyes = { name: 'eyes', version: '0.1.8', licence: 'Unknown' };
  assert.equal(allowedLicence(eyes), 'MIT');
  assert.equal(allowedLicence({ ...eyes, licence: 'GPL-3.0-only' }), undefined);
  assert.equal(allowedLicence({ ...eyes, name: 'ears' }), undefined);
});
