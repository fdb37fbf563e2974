import { deriveDeploymentId, parseAddress } from '@oracle-gateway/protocol';
import { decodeRegistry } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import results from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import file from '@oracle-gateway/vectors/evm-calldata.json' with { type: 'json' };
import { evmListOf } from './evm-list.js';
import { evmRoundOf } from './evm-answer.js';
import { readEntries } from './read-result.js';

const registry = decodeRegistry(Uint8Array.from(Buffer.from(results.registryAccount, 'base64')));
const deploymentId = deriveDeploymentId({ programId: parseAddress(results.programId), network: results.network });
const five = file.lists.find(({ name }) => name === 'five, one absent');
if (five === undefined) throw new TypeError('the vectors have a list of five');
const { result: ofFive } = five;
const { data } = ofFive;

function listOf(changes: object, groups?: readonly number[]) {
  const result = { status: 'completed', data: { ...data, ...changes } };
  return evmListOf({ result, registry, deploymentId, ...(groups && { groups }) });
}

/** The values with one member of the first changed. */
function withFirst(changes: object): object {
  const [first, ...others] = data.values;
  return { values: [{ ...first, ...changes }, ...others] };
}

describe('evmListOf', () => {
  it('names the list and its form', () => {
    const { feed, list } = listOf({});
    expect(feed).toMatchObject({ feedId: data.feedId, sourceId: data.configHash, form: 128 + 5 });
    expect(list).toMatchObject({ sourceId: data.configHash, sources: 5, shown: 3 });
  });

  it('reads the values of a nested answer as those of a flat one', () => {
    const nested = { status: 'completed', data: { attestation: {}, values: data.values } };
    expect(readEntries(nested)).toEqual(readEntries(ofFive));
  });

  it.each([
    ['another value', withFirst({ valuePacked: data.valuePacked })],
    ['another source', withFirst({ sourceId: data.configHash })],
    ['a value as absent', withFirst({ valuePacked: undefined })],
    ['another order', { values: [data.values[1], data.values[0], ...data.values.slice(2)] }],
  ])('refuses %s than was signed', (_, changes) => {
    expect(() => listOf(changes)).toThrow(expect.objectContaining({ reason: 'values' }));
  });

  it.each([
    ['fewer values', { values: data.values.slice(1) }],
    ['another list', { configHash: data.feedId }],
    ['another hash of the values', { valuePacked: data.configHash }],
    ['another stamp', { observedAt: data.observedAt + 1 }],
  ])('refuses %s than were signed', (_, changes) => {
    expect(() => listOf(changes)).toThrow(expect.objectContaining({ reason: 'signature' }));
  });

  it.each([undefined, null, {}, [], data.values.slice(0, 1), Array(33).fill(data.values[0])])('names malformed values: %j', (values) => {
    expect(() => listOf({ values })).toThrow(
      expect.objectContaining({ reason: 'malformed', message: expect.stringContaining('values: ') as string }),
    );
  });

  it.each([
    ['sourceId', { sourceId: '0x00' }],
    ['valuePacked', { valuePacked: null }],
  ])('names a malformed %s of a value', (member, changes) => {
    const error = expect.objectContaining({ reason: 'malformed', message: expect.stringContaining(`${member}: `) as string }) as Error;
    expect(() => listOf(withFirst(changes))).toThrow(error);
  });

  it.each([[2], [-1], [0.5], [0, 2]])('refuses groups that the list lacks: %j', (...groups) => {
    expect(() => listOf({}, groups)).toThrow(RangeError);
  });

  it('shows no more than it is asked for', () => {
    expect(listOf({}, [1]).list).toMatchObject({ shown: 2, groups: expect.stringMatching(/^0x(?:..){97}$/) as string });
    expect(listOf({}, []).list).toMatchObject({ shown: 0, groups: expect.stringMatching(/^0x(?:..){64}$/) as string });
  });

  it('is refused as the answer of one source', () => {
    const asOne = () => evmRoundOf({ result: ofFive, registry, deploymentId });
    expect(asOne).toThrow(expect.objectContaining({ reason: 'signature' }));
  });
});
