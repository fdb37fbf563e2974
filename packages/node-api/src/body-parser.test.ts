import { ContractError } from '@oracle-gateway/contract';
import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { createBodyParser, requireAscendingIndices } from './body-parser.js';
import { closedObject, hexBytes, NodeIndex, oneOfValues } from './fields.js';

const parse = createBodyParser(
  closedObject({
    id: hexBytes(2),
    kind: oneOfValues(['a', 'b']),
    attempt: oneOfValues([0, 1]),
    items: Type.Array(closedObject({ index: NodeIndex })),
  }),
  ({ items }) =>
    requireAscendingIndices(
      'items',
      items.map(({ index }) => index),
    ),
);
const good = { id: '0xab12', kind: 'a', attempt: 0, items: [{ index: 3 }] };

function refusal(plain: unknown): ContractError {
  try {
    parse(plain);
  } catch (error) {
    if (error instanceof ContractError) {
      return error;
    }
    throw error;
  }
  throw new Error('was accepted');
}

describe('createBodyParser', () => {
  it('gives back a value that fits', () => {
    expect(parse(good)).toEqual(good);
  });

  it.each([
    [{ ...good, id: '0xAB12' }, 'id', 'must be 2 bytes as 0x-prefixed lower-case hex'],
    [{ ...good, id: 'ab12' }, 'id', 'must be 2 bytes as 0x-prefixed lower-case hex'],
    [{ ...good, id: '0xab12\n' }, 'id', 'must be 2 bytes as 0x-prefixed lower-case hex'],
    [{ ...good, id: 7 }, 'id', 'must be 2 bytes as 0x-prefixed lower-case hex'],
    [{ ...good, kind: 'c' }, 'kind', 'must be one of a, b'],
    [{ ...good, attempt: 2 }, 'attempt', 'must be one of 0, 1'],
    [{ ...good, attempt: '0' }, 'attempt', 'must be one of 0, 1'],
    [{ ...good, items: [{ index: 1 }, { index: 64 }] }, 'items[1].index', 'must be a node index, 0..63'],
    [{ ...good, items: [{ index: 1, extra: 1 }] }, 'items[0].extra', 'is not a known member'],
    [{ ...good, items: [{}] }, 'items[0].index', 'is required'],
    [{ id: '0xab12', kind: 'a', items: [] }, 'attempt', 'is required'],
    [{ ...good, extra: 1 }, 'extra', 'is not a known member'],
    [{ ...good, items: [{ index: 1 }, { index: 1 }] }, 'items[1]', 'indices must be strictly ascending'],
  ])('names the field and the rule: %j', (plain, field, rule) => {
    expect(refusal(plain)).toMatchObject({ field, rule, message: `${field}: ${rule}` });
  });

  it.each([null, [], 'text', 7, undefined])('refuses %j, which is no object', (plain) => {
    expect(() => parse(plain)).toThrow(ContractError);
  });
});

describe('requireAscending', () => {
  it('accepts one order only', () => {
    expect(() => requireAscendingIndices('eligible', [])).not.toThrow();
    expect(() => requireAscendingIndices('eligible', [0, 1, 5])).not.toThrow();
    expect(() => requireAscendingIndices('eligible', [0, 5, 1])).toThrow('eligible[2]: indices must be strictly ascending');
    expect(() => requireAscendingIndices('eligible', [0, 0])).toThrow('eligible[1]: indices must be strictly ascending');
  });
});
