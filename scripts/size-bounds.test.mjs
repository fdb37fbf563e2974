import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBounds, renewedTable, sizeFaults } from './size-bounds.mjs';

const parse = { entry: 'one', name: 'parse', kind: 'other', bytes: 4_000 };
const LIMIT = { entry: 'one', name: 'LIMIT', kind: 'constant', bytes: 1_000 };
const OneError = { entry: 'one', name: 'OneError', kind: 'error', bytes: 4_000 };
const sizes = [parse, LIMIT, OneError];
const bounds = parseBounds(renewedTable({ sizes, bounds: new Map() }));

describe('the bound of an export', () => {
  it('holds at the size for which it was written, and up to the next step', () => {
    assert.deepEqual(sizeFaults({ sizes, bounds }), []);
    assert.deepEqual(sizeFaults({ sizes: [{ ...parse, bytes: 5_000 }, LIMIT, OneError], bounds }), []);
    assert.match(
      sizeFaults({ sizes: [{ ...parse, bytes: 5_001 }, LIMIT, OneError], bounds }).join(),
      /^one parse: brings 5001 bytes, at most 5000/,
    );
  });

  it('is that of the kind for a constant and an error', () => {
    for (const one of [LIMIT, OneError])
      assert.match(sizeFaults({ sizes: [parse, { ...one, bytes: one.bytes + 1 }], bounds }).join(), new RegExp(`^one ${one.name}: brings`));
  });

  it('is asked for where an export has none, and taken out with its export', () => {
    assert.match(sizeFaults({ sizes: [...sizes, { ...parse, name: 'added' }], bounds }).join(), /^one added: has no bound/);
    assert.match(sizeFaults({ sizes: [LIMIT, OneError], bounds }).join(), /^one parse: has a bound and needs none/);
  });

  it('is lowered when it is written again, and never raised', () => {
    const boundAfter = (bytes) => parseBounds(renewedTable({ sizes: [{ ...parse, bytes }], bounds })).get('one parse');
    assert.equal(boundAfter(50_000), 5_000);
    assert.equal(boundAfter(900), 1_000);
  });
});
