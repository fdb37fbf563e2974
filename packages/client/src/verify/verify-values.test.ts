import { fromHex, NO_OWNER, packExact, packTolerance, parseAddress, parseDecimal, toHex } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import { createAggregateKeyCache } from '@oracle-gateway/schnorr';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { NOW_SECONDS } from '../../tests/fake-io.js';
import { OWN_LEDGER, type SignedAnswer, signedAnswer, type SignedWords, type StatedRow } from '../../tests/signed-answers.js';
import { listIn, sourceIn } from '../base/source.js';
import { stampsInMemory, takeNewer } from './take-newer.js';
import { verifyValue, verifyValues } from './verify-answer.js';

const owner = parseAddress(vector.owner);
const aggregation = {
  ...{ mode: 'tolerance', rule: 'median', maxDeviationBps: 100, maxAgeMs: 30_000 },
  numeric: { type: 'int256', decimals: 4 },
};
const [btc, eth, sol] = [exact('btc'), exact('eth'), { ...exact('sol'), aggregation }];
const combine = { rule: 'median', minSources: 2, maxDeviationBps: 100, maxAgeMs: 30_000, decimals: 2 };
const sources = [btc, eth, sol];
const LIST = listIn({ sources, minValues: 2 });
const VALUES = [packed('64628.31'), packed('2411.5'), packTolerance(parseDecimal('-133.07'), 4)];
const HONEST: SignedWords = { subject: LIST, values: VALUES, owner };

function exact(name: string) {
  return { url: `https://${name}.test/price`, method: 'GET', responseParser: '$.price' };
}

function packed(text: string): Uint8Array {
  return packExact(parseDecimal(text));
}

function deps() {
  return { ledger: OWN_LEDGER, keySums: createAggregateKeyCache({ maxEntries: 4 }), now: () => NOW_SECONDS * 1000 };
}

function verifyList(answer: unknown, subject: Subject = LIST, quorum = 3) {
  return verifyValues(deps(), { answer, expected: { subjects: [subject], quorum, owner } });
}

function withRows(answer: SignedAnswer, change: (rows: readonly StatedRow[]) => readonly unknown[]): object {
  return { ...answer, data: { ...answer.data, values: change(answer.data.values ?? []) } };
}

function withRow(place: number, change: object): object {
  return withRows(signedAnswer(HONEST), (rows) => rows.map((row, at) => (at === place ? { ...row, ...change } : row)));
}

describe('the values of a list', () => {
  it('come as the nodes signed them, in order, each with its source, its feed and the stamp', async () => {
    const { verified } = await verifyList(signedAnswer(HONEST));
    expect(verified).toMatchObject({ signers: [0, 1, 3], quorum: 3, sourceId: toHex(LIST.sourceId) });
    expect(verified.values.map(({ value, mode }) => [value, mode])).toEqual([
      ['64628.31', 'exact'],
      ['2411.5', 'exact'],
      ['-133.07', 'tolerance'],
    ]);
    expect(verified.values.map(({ source }) => source.url)).toEqual(sources.map(({ url }) => url));
    expect(verified.values[0]).toMatchObject({ observedAtMs: verified.observedAtMs });
  });

  it('belong to the feeds of rounds of their sources alone', async () => {
    const { verified } = await verifyList(signedAnswer(HONEST));
    const subject = sourceIn(eth);
    const alone = await verifyValue(deps(), {
      answer: signedAnswer({ subject, values: [packed('2411.5')], owner }),
      expected: { subjects: [subject], quorum: 3, owner },
    });
    expect(verified.values[1]).toMatchObject({ feedId: alone.verified.feedId, sourceId: alone.verified.sourceId });
  });

  it('may be absent, with a reason that no signature covers', async () => {
    const { verified } = await verifyList(signedAnswer({ ...HONEST, values: [VALUES[0]!, null, VALUES[2]!] }));
    expect(verified.values[1]).toMatchObject({ value: null, unsignedReason: { code: 'upstream_failure', upstreamStatus: 503 } });
    expect(verified.values[1]).not.toHaveProperty('observedAtMs');
  });

  it('are taken one after another, each for its feed', async () => {
    const stamps = stampsInMemory();
    const { verified } = await verifyList(signedAnswer(HONEST));
    const [first, second] = verified.values;
    if (typeof first?.value !== 'string' || typeof second?.value !== 'string') throw new TypeError('both have a value');
    expect((await takeNewer(first, stamps)).value).toBe('64628.31');
    expect((await takeNewer(second, stamps)).value).toBe('2411.5');
    await expect(takeNewer(first, stamps)).rejects.toMatchObject({ reason: 'not_newer' });
  });
});

describe('an answer of a list is refused', () => {
  it.each<readonly [string, object]>([
    ['a value is another one', withRow(0, { value: '64628.32', valuePacked: toHex(packed('64628.32')) })],
    ['a text is not that of its bytes', withRow(0, { value: '64628.32' })],
    ['a value has the scale of another source', withRow(2, { value: '0.00000000000133' })],
    [
      'two values change their places',
      withRows(signedAnswer(HONEST), ([a, b, c]) => [
        { ...a, value: b!['value'], valuePacked: b!['valuePacked'] },
        { ...b, value: a!['value'], valuePacked: a!['valuePacked'] },
        c,
      ]),
    ],
    ['two sources change their places', withRows(signedAnswer(HONEST), ([a, b, c]) => [b, a, c])],
    ['a value is left out', withRows(signedAnswer(HONEST), (rows) => rows.slice(0, 2))],
    ['a value is said to be absent', withRow(1, { reason: { code: 'upstream_failure', detail: 'gone' } })],
    ['a value comes on top', withRows(signedAnswer(HONEST), (rows) => [...rows, rows[0]])],
    ['it has no values', { ...signedAnswer(HONEST), data: { ...signedAnswer(HONEST).data, values: undefined } }],
    ['a feed is that of another source', withRow(0, { feedId: signedAnswer(HONEST).data.values![1]!['feedId'] })],
    ['a feed is of another owner', withRow(0, { feedId: signedAnswer({ ...HONEST, owner: NO_OWNER }).data.values![0]!['feedId'] })],
    [
      'the values are those of another list',
      withRows(signedAnswer(HONEST), () => signedAnswer({ ...HONEST, values: [...VALUES.slice(0, 2), null] }).data.values!),
    ],
  ])('where %s', async (_what, answer) => {
    await expect(verifyList(answer)).rejects.toMatchObject({ name: 'VerificationError', reason: 'inconsistent' });
  });

  it.each<readonly [string, Subject]>([
    ['another order', listIn({ sources: [eth, btc, sol], minValues: 2 })],
    ['another minValues', listIn({ sources, minValues: 1 })],
    ['fewer sources', listIn({ sources: [btc, eth] })],
    ['one of its sources', sourceIn(btc)],
    ['an index of its sources', sourceIn({ apiConfigs: [btc, eth], combine })],
  ])('where it is of %s', async (_what, subject) => {
    const values = subject.sources.map((_, place) => VALUES[place] ?? null);
    await expect(verifyList(signedAnswer({ subject, values, owner }))).rejects.toMatchObject({ reason: 'other_source' });
  });

  it('where nodes signed fewer values than minValues', async () => {
    const answer = signedAnswer({ ...HONEST, values: [VALUES[0]!, null, null] });
    await expect(verifyList(answer)).rejects.toMatchObject({ reason: 'inconsistent' });
  });

  it('where its id is that of the list, and nodes signed it in another form', async () => {
    const { value, values } = signedAnswer(HONEST).data;
    for (const form of [sourceIn(btc).form, sourceIn({ apiConfigs: [btc, eth], combine }).form]) {
      const { data } = signedAnswer({ subject: { ...LIST, form }, values: [fromHex(value)], owner });
      await expect(verifyList({ status: 'completed', data: { ...data, value, values } })).rejects.toMatchObject({ reason: 'not_signed' });
    }
  });

  it('where a reason is no reason', async () => {
    for (const reason of [null, 'gone', { code: 'Not A Code', detail: '' }, { code: 'ok' }, { code: 'ok', detail: 'x'.repeat(2_000) }])
      await expect(verifyList(withRow(1, { reason }))).rejects.toMatchObject({ reason: 'malformed' });
  });
});

describe('the answer of one value', () => {
  it('is that of an index, in tolerance mode', async () => {
    const subject = sourceIn({ apiConfigs: [eth, btc], combine });
    const answer = signedAnswer({ subject, values: [packTolerance(parseDecimal('64628.31'), 2)], owner });
    const { verified } = await verifyValue(deps(), {
      answer,
      expected: { subjects: [sourceIn({ apiConfigs: [btc, eth], combine })], quorum: 3, owner },
    });
    expect(verified).toMatchObject({ value: '64628.31', mode: 'tolerance', sourceId: toHex(subject.sourceId) });
  });

  it.each<readonly [string, Subject]>([
    ['a list that holds the source', LIST],
    ['an index over the source', sourceIn({ apiConfigs: [btc, eth], combine })],
  ])('is refused where it is of %s', async (_what, subject) => {
    const answer = signedAnswer({ subject, values: VALUES.slice(0, subject.sources.length), owner });
    const expected = { subjects: [sourceIn(btc)], quorum: 3, owner } as const;
    await expect(verifyValue(deps(), { answer, expected })).rejects.toMatchObject({ name: 'VerificationError' });
  });

  it("is refused where a list's value stands under the source's id", async () => {
    const list = signedAnswer({ ...HONEST });
    const alone = signedAnswer({ subject: sourceIn(btc), values: [VALUES[0]!], owner });
    const attestation = {
      ...list.data.attestation,
      payload: { ...payloadOf(list), sourceId: toHex(sourceIn(btc).sourceId), value: toHex(VALUES[0]!) },
    };
    const answer = { ...alone, data: { ...alone.data, attestation } };
    const expected = { subjects: [sourceIn(btc)], quorum: 3, owner } as const;
    await expect(verifyValue(deps(), { answer, expected })).rejects.toMatchObject({ reason: 'not_signed' });
  });

  it('is refused with values beside it', async () => {
    const alone = signedAnswer({ subject: sourceIn(btc), values: [VALUES[0]!], owner });
    const answer = { ...alone, data: { ...alone.data, values: signedAnswer(HONEST).data.values } };
    const expected = { subjects: [sourceIn(btc)], quorum: 3, owner } as const;
    await expect(verifyValue(deps(), { answer, expected })).rejects.toMatchObject({ reason: 'inconsistent' });
  });
});

function payloadOf({ data }: SignedAnswer): object {
  return (data.attestation as { readonly payload: object }).payload;
}
