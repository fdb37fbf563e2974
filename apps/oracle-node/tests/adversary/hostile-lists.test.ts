import { fromHex, toHex } from '@oracle-gateway/protocol';
import { observationVector, readObservationVector } from '@oracle-gateway/protocol/internal';
import { afterEach, describe, expect, it } from 'vitest';
import { call, Cleanup, expectRefusal, observeOk, observeRequest, seenValue, signOk, startNodeWithSource } from '../fixture.js';
import { type ListRound, type ListSignRequest, listSignRequest, packedAt, startListRound, type Texts, valueOfList } from '../list-round.js';
import { entryOf, outsidersVerdict, type SetEntry } from '../tolerance.js';

/**
 * A gateway that wants other values of a list signed than its nodes' own observations give: it leaves vectors out, alters, reorders and mixes
 * them, takes them from another list, or shows each node another set. The victim is node 0; every refusal has used up its nonce pair.
 */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Three nodes have the first source alike, three of four the last one. */
const SEEN: readonly Texts[] = [
  ['1', '100.00', '7'],
  ['1', '100.01', '7'],
  ['1', '100.02', null],
  ['2', '100.03', '7'],
];
const HONEST: { readonly signers: readonly number[]; readonly texts: Texts } = { signers: [0, 1, 2], texts: ['1', '100.01', '7'] };

function start(): Promise<ListRound> {
  return startListRound(cleanup, SEEN, { minValues: 2 });
}

/** The request with its set changed. */
function withSet(round: ListRound, change: (entries: SetEntry[]) => SetEntry[], honest: typeof HONEST = HONEST): ListSignRequest {
  const request = listSignRequest(round, honest);
  const { fixedAtMs, observations } = request.observationSet;
  return { ...request, observationSet: { fixedAtMs, observations: change([...observations]) } };
}

type Values = ReturnType<typeof readObservationVector>;

/** The entry of a node with the values of its vector changed, under its signature. */
function altered(index: number, change: (values: Values) => Values): (entries: SetEntry[]) => SetEntry[] {
  return (entries) =>
    entries.map((entry) => {
      if (entry.index !== index) return entry;
      return { ...entry, vector: toHex(observationVector({ values: change(readObservationVector(fromHex(entry.vector))) })) };
    });
}

interface Attack {
  readonly attack: string;
  readonly make: (round: ListRound) => ListSignRequest | Promise<ListSignRequest>;
  readonly status: number;
  readonly code: Parameters<typeof expectRefusal>[2];
}

const REFUSED = { status: 400, code: 'observations_mismatch' } as const;

const attacks: readonly Attack[] = [
  {
    attack: "leaves out the victim's vector",
    make: (round) => withSet(round, (entries) => entries.slice(1), { signers: [1, 2, 3], texts: [null, '100.02', null] }),
    ...REFUSED,
  },
  {
    attack: 'leaves out so many vectors that too few sources have a value',
    make: (round) =>
      withSet(round, (entries) => entries.filter(({ index }) => index !== 1), { signers: [0, 2, 3], texts: [null, '100.02', null] }),
    ...REFUSED,
  },
  {
    attack: "alters one entry of another node's vector",
    make: (round) =>
      withSet(
        round,
        altered(3, (values) => values.with(0, { ...values[1]!, value: packedAt(0, '1')! })),
      ),
    ...REFUSED,
  },
  {
    attack: "takes one entry out of another node's vector",
    make: (round) =>
      withSet(
        round,
        altered(3, (values) => values.with(0, null)),
      ),
    ...REFUSED,
  },
  {
    attack: 'fills in an entry that a node has not',
    make: (round) =>
      withSet(
        round,
        altered(2, (values) => values.with(2, values[0]!)),
      ),
    ...REFUSED,
  },
  {
    attack: "takes one entry out of the victim's vector",
    make: (round) =>
      withSet(
        round,
        altered(0, (values) => values.with(2, null)),
      ),
    ...REFUSED,
  },
  {
    attack: "reorders the sources in another node's vector",
    make: (round) =>
      withSet(
        round,
        altered(1, (values) => values.toReversed()),
      ),
    ...REFUSED,
  },
  {
    attack: 'reorders the sources in each vector',
    make: (round) =>
      withSet(round, (entries) => SEEN.reduce((all, _, index) => altered(index, (values) => values.toReversed())(all), entries)),
    ...REFUSED,
  },
  {
    attack: 'cuts a vector off',
    make: (round) =>
      withSet(
        round,
        altered(1, (values) => values.slice(0, 2)),
      ),
    ...REFUSED,
  },
  {
    attack: 'sends one value in place of a vector',
    make: (round) =>
      withSet(
        round,
        altered(1, (values) => values.slice(0, 1)),
      ),
    ...REFUSED,
  },
  {
    attack: 'appends an entry to a vector',
    make: (round) =>
      withSet(
        round,
        altered(1, (values) => [...values, null]),
      ),
    ...REFUSED,
  },
  {
    attack: 'shows the vector of one node as that of another',
    make: (round) => withSet(round, ([first, second, third, fourth]) => [first!, second!, third!, { ...second!, index: fourth!.index }]),
    ...REFUSED,
  },
  {
    attack: 'feeds a vector of the same list in another session',
    make: async (round) => {
      const again = await round.observe({});
      return withSet(round, (entries) => entries.with(1, entryOf(again.observations[1]!)));
    },
    ...REFUSED,
  },
  {
    attack: 'feeds a vector of the same sources in another order',
    make: async (round) => {
      const other = await round.observe({ apiConfigs: round.request.apiConfigs!.toReversed() });
      return withSet(round, (entries) => entries.with(1, entryOf(other.observations[1]!)));
    },
    ...REFUSED,
  },
  {
    attack: 'feeds a vector of the same sources in a list that needs fewer values',
    make: async (round) => {
      const other = await round.observe({ minValues: 1 });
      return withSet(round, (entries) => entries.with(1, entryOf(other.observations[1]!)));
    },
    ...REFUSED,
  },
  {
    attack: 'has a signer whose vector is not in the set',
    make: (round) =>
      withSet(round, (entries) => entries.filter(({ index }) => index !== 3), {
        ...HONEST,
        signers: [0, 1, 3],
        texts: ['1', '100.01', null],
      }),
    status: 400,
    code: 'signers_mismatch',
  },
  {
    attack: "names a lie of one node as a source's value",
    make: (round) => listSignRequest(round, { ...HONEST, texts: ['2', '100.01', '7'] }),
    status: 409,
    code: 'value_mismatch',
  },
  {
    attack: 'names a source as absent that has a value',
    make: (round) => listSignRequest(round, { ...HONEST, texts: ['1', '100.01', null] }),
    status: 409,
    code: 'value_mismatch',
  },
  {
    attack: "names a source's value in place of the list's",
    make: (round) => ({ ...listSignRequest(round, HONEST), value: toHex(packedAt(0, '1')!) }),
    status: 409,
    code: 'value_mismatch',
  },
  {
    attack: 'fixes the set more than two seconds ago',
    make: (round) => {
      const request = listSignRequest(round, HONEST);
      return { ...request, observationSet: { ...request.observationSet, fixedAtMs: Date.now() - 2_500 } };
    },
    status: 409,
    code: 'clock_skew',
  },
];

describe('a gateway of a list that', () => {
  it('is honest gets the value of each source', async () => {
    const round = await start();
    const request = listSignRequest(round, HONEST);
    const partials = await Promise.all(round.nodes.slice(0, 3).map((node) => signOk(node, request)));
    expect(outsidersVerdict(round.request, request, partials)).toMatchObject({ ok: true, signers: [0, 1, 2] });
  });

  it('names any observers as signers gets the same: a signer need not have seen each value', async () => {
    const round = await start();
    const request = listSignRequest(round, { ...HONEST, signers: [0, 2, 3] });
    const partials = await Promise.all([0, 2, 3].map((index) => signOk(round.nodes[index]!, request)));
    expect(outsidersVerdict(round.request, request, partials)).toMatchObject({ ok: true, signers: [0, 2, 3] });
  });

  it.each(attacks)('$attack is refused, and has used up the pair', async ({ make, status, code }) => {
    const round = await start();
    const [victim] = round.nodes;
    const request = await make(round);
    expectRefusal(await call(victim!, 'sign', request), status, code);
    expectRefusal(await call(victim!, 'sign', listSignRequest(round, HONEST)), 409, 'nonce_spent');
  });

  it('shows each node another set gets no signature, though each node signs the same value', async () => {
    const round = await startListRound(cleanup, [HONEST.texts, HONEST.texts, HONEST.texts, HONEST.texts], { minValues: 2 });
    const whole = listSignRequest(round, HONEST);
    const less = {
      ...whole,
      observationSet: { ...whole.observationSet, observations: whole.observationSet.observations.filter(({ index }) => index !== 3) },
    };
    const partials = await Promise.all([whole, whole, less].map((request, index) => signOk(round.nodes[index]!, request)));
    for (const request of [whole, less]) expect(outsidersVerdict(round.request, request, partials).ok).toBe(false);
  });

  it('presents the signature as one of a source, of another order or of fewer values convinces no reader', async () => {
    const round = await start();
    const request = listSignRequest(round, HONEST);
    const partials = await Promise.all(round.nodes.slice(0, 3).map((node) => signOk(node, request)));
    const { apiConfigs, minValues: _needed, ...rest } = round.request;
    for (const claim of [
      { ...round.request, apiConfigs: apiConfigs!.toReversed() },
      { ...round.request, minValues: 1 },
      { ...rest, apiConfig: apiConfigs![0]! },
    ])
      expect(outsidersVerdict(claim, request, partials).ok).toBe(false);
  });

  it('withholds up to the buffer makes a source absent at most, and gives none another value', async () => {
    const round = await start();
    const texts: Texts = ['1', '100.01', null];
    const request = withSet(round, (entries) => entries.filter(({ index }) => index !== 3), { ...HONEST, texts });
    const partials = await Promise.all(round.nodes.slice(0, 3).map((node) => signOk(node, request)));
    expect(outsidersVerdict(round.request, request, partials).ok).toBe(true);
    expect(request.value).not.toBe(valueOfList(round, HONEST.texts));
  });

  it('sends no set is refused', async () => {
    const round = await start();
    const { observationSet: _set, ...request } = listSignRequest(round, HONEST);
    expectRefusal(await call(round.nodes[0]!, 'sign', request), 400, 'observations_mismatch');
  });

  it('sends vectors of a list for a single source is refused', async () => {
    const round = await start();
    const { node, source } = await startNodeWithSource(cleanup);
    const observation = await observeOk(node, observeRequest(source));
    const { observationSet } = listSignRequest(round, HONEST);
    const { value } = seenValue(observation);
    const signers = [{ index: 0, ...observation.nonces![0] }];
    expectRefusal(
      await call(node, 'sign', { sessionId: observation.sessionId, attempt: 0, value, signers, observationSet }),
      400,
      'observations_mismatch',
    );
  });

  it('designates signers for a list is refused: no node signs before it has the set', async () => {
    const round = await start();
    const { d, e } = round.observations[0]!.nonces![0];
    const signers = [0, 1, 2].map((index) => ({ index, d, e }));
    const request = { ...round.request, gatewayNonce: `0x${'77'.repeat(16)}`, signers };
    expectRefusal(await call(round.nodes[0]!, 'observe', request), 400, 'invalid_request');
  });
});
