import assert from 'node:assert/strict';
import { it } from 'node:test';
import { billFaults, billOfCopied, joinBills } from './bill.mjs';

const dependencies = [
  { name: '@scope/a', version: '1.0.0', licence: 'MIT' },
  { name: 'b', version: '2.0.0', licence: 'ISC' },
];

function component(purl, group) {
  const [name, version] = purl.split('/').at(-1).split('@');
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${purl}`,
    'bom-ref': `pkg:npm/${purl}`,
    ...(group === undefined ? {} : { group }),
  };
}

const A = component('%40scope/a@1.0.0', '@scope');
const B = component('b@2.0.0');

/** Bill in the form that pnpm writes for one package. */
function billOf(subject, components, dependsOn) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
    version: 1,
    metadata: { timestamp: '2026-01-01T00:00:00Z', component: subject },
    components,
    dependencies: [{ ref: subject['bom-ref'], dependsOn }],
  };
}

it('bills of several packages become one, with each component once and its licence', async () => {
  const bill = joinBills([billOf(A, [B], [B['bom-ref']]), billOf(B, [], [])], dependencies);
  assert.deepEqual(
    bill.components.map(({ name, licenses }) => [name, licenses]),
    [
      ['a', [{ license: { id: 'MIT' } }]],
      ['b', [{ license: { id: 'ISC' } }]],
    ],
  );
  assert.deepEqual(bill.dependencies[0], { ref: 'oracle-gateway', dependsOn: [A['bom-ref'], B['bom-ref']] });
  assert.deepEqual(bill.dependencies[1], { ref: A['bom-ref'], dependsOn: [B['bom-ref']] });
  assert.deepEqual(await billFaults(bill, dependencies), []);
});

it('a package whose files were copied is listed', () => {
  const alone = billOf(A, [], []);
  const bill = joinBills([alone, billOfCopied(dependencies[1], alone)], dependencies);
  assert.deepEqual(
    bill.components.map(({ purl }) => purl),
    [A.purl, B.purl],
  );
});

it('a bill is faulty that lacks a dependency or a licence, or that the schema refuses', async () => {
  const bill = joinBills([billOf(A, [], [])], dependencies.slice(1));
  const faults = await billFaults({ ...bill, serialNumber: 'none' }, dependencies);
  assert.match(faults[0], /^schema of CycloneDX 1\.6: .*serialNumber/);
  assert.deepEqual(faults.slice(1), ['b 2.0.0: is not listed', '@scope/a@1.0.0: has no licence']);
});
