import { deriveFeedId, deriveSourceId, parseAddress, parseApiConfig, type UnixSeconds, unixSeconds } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { answerOf, CONFIG, draftOf, fakeIo, fakeLedger, NOW_SECONDS, REGISTRY, refusal, type Said } from '../../tests/fake-io.js';
import { TransportError } from '../base/errors.js';
import type { RoundDraft } from './account.js';
import { earnFlatRound, type FlatPath } from './earn-flat.js';

const source = parseApiConfig(vector.apiConfig);
const owner = parseAddress(vector.owner);
const sourceId = deriveSourceId(source);
const feedId = deriveFeedId({ owner, sourceId, signaturesRequired: 3 });
const BODY = { status: 'completed', data: { value: '1' } };
const CUT = new TransportError('gateway', 'cut');
const ABSENT = refusal('round_not_found', { status: 404 });
const FAILED = { data: { state: 'failed' } };
const FOUND = { data: { state: 'settled', result: BODY } };
const [TAKEN, SPENT] = [refusal('duplicate_round', { status: 409 }), refusal('no_quorum_value', { status: 503 })];
const REFUSED = refusal('source_not_public');

type Sent = Parameters<FlatPath['send']>[0];

interface Setting {
  /** Results of the look-ups, in turn; the last one again and again. */
  readonly found?: readonly Said[];
  readonly path?: Partial<FlatPath>;
  readonly ledger?: ReturnType<typeof fakeLedger>;
  readonly signal?: AbortSignal;
  readonly resume?: string;
  readonly onIdempotencyKey?: (key: string) => Promise<void>;
}

/** Sends to a gateway that says these things in turn, the last one again and again. */
async function ask(said: readonly (Error | object)[], { found = [ABSENT], path = {}, ledger = fakeLedger(), ...rest }: Setting = {}) {
  const sent: Sent[] = [];
  const io = fakeIo((_request, asked) => found[Math.min(asked, found.length) - 1]!, { ledger });
  const flat: FlatPath = {
    feedOwner: owner,
    feedId,
    roundIdAt: (second) => `round-of-${second}`,
    receiptAt: (roundId, message) => Promise.resolve(roundId === `round-of-${NOW_SECONDS}` && message[0] === 7),
    authorizeRead: (roundId) => Promise.resolve(`shows ${roundId}`),
    send(input) {
      sent.push(input);
      const answer = said[Math.min(sent.length, said.length) - 1]!;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answerOf(answer));
    },
    ...path,
  };
  const draft: RoundDraft = { ...draftOf(sourceSubject(source)), ...rest };
  const outcome = await earnFlatRound(flat, draft, io).then(
    (earned) => ({ earned, error: undefined }),
    (error: unknown) => ({ earned: undefined, error }),
  );
  const [seconds, versions] = [sent.map(({ second }) => second), sent.map(({ registryVersion }) => registryVersion)];
  return { ...outcome, seconds, versions, checked: io.asked.map((one) => one.path), waited: io.waited };
}

describe('a round of a second', () => {
  it('is the latest one, of the registry version of the ledger', async () => {
    const { earned, seconds, versions, checked } = await ask([BODY]);
    const instant = NOW_SECONDS * 1000;
    expect(earned).toMatchObject({ answer: BODY, roundId: `round-of-${NOW_SECONDS}`, timestampMs: instant });
    expect(earned?.observedAtMs).toEqual({ from: instant - 60_000, to: instant + 60_000 });
    expect(earned?.feedOwner).toBe(owner);
    expect({ seconds, versions, checked }).toEqual({ seconds: [NOW_SECONDS], versions: [3], checked: [] });
  });

  it('is the one that its caller goes on with', async () => {
    const { earned, seconds } = await ask([BODY], { path: { firstSecond: unixSeconds(NOW_SECONDS - 60) } });
    expect(earned?.roundId).toBe(`round-of-${NOW_SECONDS - 60}`);
    expect(seconds).toEqual([NOW_SECONDS - 60]);
  });

  it('is on the ledger where its receipt has the message', async () => {
    const { earned } = await ask([BODY]);
    const settlement = { kind: 'settled', signature: null, slot: 1, final: false } as const;
    expect(await earned?.isOnLedger({ settlement, message: new Uint8Array(32).fill(7) })).toBe(true);
    expect(await earned?.isOnLedger({ settlement, message: new Uint8Array(32) })).toBe(false);
  });

  it('is not asked for again where the refusal is the answer', async () => {
    const { error, seconds } = await ask([REFUSED]);
    expect(error).toBe(REFUSED);
    expect(seconds).toHaveLength(1);
  });

  it('is asked for again where nothing was reserved, when the gateway wants it', async () => {
    const { earned, seconds, waited } = await ask([refusal('at_capacity', { status: 503, retryAfterMs: 2_000 }), BODY]);
    expect(earned?.answer).toBe(BODY);
    expect(seconds).toEqual([NOW_SECONDS, NOW_SECONDS]);
    expect(waited[0]).toBeGreaterThanOrEqual(2_000);
  });

  it('is asked for as often as the policy allows', async () => {
    const busy = refusal('at_capacity', { status: 503 });
    const { error, seconds } = await ask([busy]);
    expect(error).toBe(busy);
    expect(seconds).toEqual(Array(5).fill(NOW_SECONDS));
  });

  it('ends with the signal', async () => {
    const leaving = new AbortController();
    const reason = new Error('enough');
    const path: Partial<FlatPath> = {
      send() {
        leaving.abort(reason);
        return Promise.reject(reason);
      },
    };
    const { error, checked } = await ask([], { path, signal: leaving.signal });
    expect(error).toBe(reason);
    expect(checked).toEqual([]);
  });
});

describe('another second', () => {
  it('is taken at once where other clients of the owner took it, and never the same one', async () => {
    const { earned, seconds, waited } = await ask([TAKEN, TAKEN, TAKEN, BODY]);
    expect(new Set(seconds).size).toBe(4);
    expect(earned?.roundId).toBe(`round-of-${seconds[3]}`);
    expect(waited).toEqual([]);
  });

  it('is not taken for ever', async () => {
    const { error, seconds } = await ask([TAKEN]);
    expect(error).toBe(TAKEN);
    expect(seconds).toHaveLength(13);
  });

  it('is taken after a wait where the identity is used up', async () => {
    const { earned, seconds, waited } = await ask([SPENT, BODY]);
    expect(earned?.answer).toBe(BODY);
    expect(seconds[1]).not.toBe(seconds[0]);
    expect(waited).toHaveLength(1);
    expect((await ask([SPENT])).seconds).toHaveLength(5);
  });

  it.each([
    ['is taken by others', [TAKEN], [ABSENT]],
    ['is used up', [SPENT], [ABSENT]],
    ['was refused for its time', [refusal('timestamp_out_of_range', { body: { gatewayTimeMs: (NOW_SECONDS + 30) * 1000 } })], [ABSENT]],
    ['was lost and not served', [CUT], [FAILED]],
  ])('is not taken where its price may not be promised: the first %s', async (_what, said, found) => {
    const { error, seconds } = await ask([...said, BODY], { found, path: { mayTakeAnother: () => false } });
    expect(error).toBe(said[0]);
    expect(seconds).toHaveLength(1);
  });
});

describe('a round whose answer was lost', () => {
  it('is found, and answered as if it had not been lost', async () => {
    const { earned, seconds, checked } = await ask([CUT], { found: [FOUND] });
    expect(earned).toMatchObject({ answer: BODY, roundId: `round-of-${NOW_SECONDS}` });
    expect({ seconds, checked }).toEqual({ seconds: [NOW_SECONDS], checked: [`/v1/rounds/round-of-${NOW_SECONDS}`] });
  });

  it.each(['internal', 'outbox_unavailable', 'a_code_of_a_later_gateway'])('is searched for where it was %s', async (code) => {
    const { earned } = await ask([refusal(code, { status: 500 })], { found: [FOUND] });
    expect(earned?.answer).toBe(BODY);
  });

  it('shows its private result to the caller', async () => {
    let shown = '';
    const authorizeRead = (roundId: string): Promise<string> => Promise.resolve((shown = roundId));
    const { earned } = await ask([CUT], { found: [{ data: { private: true } }, FOUND], path: { authorizeRead } });
    expect(earned?.answer).toBe(BODY);
    expect(shown).toBe(`round-of-${NOW_SECONDS}`);
  });

  it('is asked for again by the same second where the gateway has no record of it', async () => {
    const { earned, seconds } = await ask([CUT, BODY]);
    expect(earned?.roundId).toBe(`round-of-${NOW_SECONDS}`);
    expect(seconds).toEqual([NOW_SECONDS, NOW_SECONDS]);
  });

  it('is asked for by another second where it was not served', async () => {
    const { earned, seconds } = await ask([CUT, BODY], { found: [FAILED] });
    expect(new Set(seconds).size).toBe(2);
    expect(earned?.roundId).toBe(`round-of-${seconds[1]}`);
  });

  it('is the one that took the second', async () => {
    const { earned, seconds } = await ask([CUT, TAKEN], { found: [ABSENT, FOUND] });
    expect(earned?.roundId).toBe(`round-of-${NOW_SECONDS}`);
    expect(seconds).toHaveLength(2);
  });

  it('is searched for before its second is left behind for the clock', async () => {
    const late = refusal('timestamp_out_of_range', { body: { gatewayTimeMs: (NOW_SECONDS + 30) * 1000 } });
    const { earned, seconds } = await ask([CUT, late, BODY], { found: [ABSENT, FOUND] });
    expect(earned?.roundId).toBe(`round-of-${NOW_SECONDS}`);
    expect(seconds).toHaveLength(2);
  });

  it.each([
    ['by a refusal that says nothing of it', [CUT, REFUSED]],
    ['by no answer ever', [CUT]],
    ['by a version that the ledger does not have', [CUT, refusal('stale_registry_version', { body: { registryVersion: 9 } })]],
    ['by a gateway that stays busy', [CUT, refusal('at_capacity', { status: 503, retryAfterMs: 60_000 })]],
  ])('is of unknown outcome, by its id: %s', async (_what, said) => {
    const { error } = await ask(said);
    expect(error).toMatchObject({ name: 'UnknownOutcomeError', roundId: `round-of-${NOW_SECONDS}` });
  });

  it('has its outcome once the look-up says so', async () => {
    expect((await ask([CUT, REFUSED], { found: [FAILED] })).error).toBe(REFUSED);
    expect((await ask([CUT], { found: [FAILED] })).error).toBe(CUT);
  });

  it.each([
    ['is used up', SPENT],
    ['is that of another caller', TAKEN],
  ])('has its outcome once its second %s', async (_what, said) => {
    expect((await ask([CUT, said, REFUSED])).error).toBe(REFUSED);
  });
});

describe('a registry version that has changed', () => {
  const stale = refusal('stale_registry_version', { body: { registryVersion: 4 } });
  const ledger = fakeLedger({ view: () => Promise.resolve({ config: CONFIG, registry: { ...REGISTRY, version: 4n } }) });

  it('is asked for by the same second, once the ledger has it', async () => {
    const { earned, seconds, versions } = await ask([stale, BODY], { ledger });
    expect(earned?.answer).toBe(BODY);
    expect({ seconds, versions }).toEqual({ seconds: [NOW_SECONDS, NOW_SECONDS], versions: [3, 4] });
  });

  it('is not asked for where the ledger does not have it, or the gateway does not name it', async () => {
    for (const said of [stale, refusal('stale_registry_version'), refusal('stale_registry_version', { body: { registryVersion: '4' } })]) {
      const { error, versions } = await ask([said, BODY]);
      expect(error).toBe(said);
      expect(versions).toEqual([3]);
    }
  });

  it('is not asked for where no answer of it would be accepted', async () => {
    const ended = { ...CONFIG, oldestAcceptedVersion: 5n };
    const view = () => Promise.resolve({ config: ended, registry: { ...REGISTRY, version: 4n } });
    const { error, versions } = await ask([stale, BODY], { ledger: fakeLedger({ view }) });
    expect(error).toMatchObject({ reason: 'registry_version_ended' });
    expect(versions).toEqual([3]);
  });

  it('is not followed for ever', async () => {
    const { error, versions } = await ask([stale], { ledger });
    expect(error).toBe(stale);
    expect(versions).toEqual([3, 4, 4, 4]);
  });
});

describe('a clock that is wrong', () => {
  const said = (second: number) => refusal('timestamp_out_of_range', { body: { gatewayTimeMs: second * 1000 } });
  const first: (seconds: readonly UnixSeconds[]) => number = (seconds) => seconds[1]! - seconds[0]!;

  it('is corrected by the gateway, as far as the ledger agrees', async () => {
    const { earned, seconds } = await ask([said(NOW_SECONDS + 30), BODY]);
    expect(earned?.answer).toBe(BODY);
    expect(first(seconds)).toBe(30);
    expect(earned?.observedAtMs.from).toBe((NOW_SECONDS + 30 - 60) * 1000);
  });

  it('is not corrected by a gateway alone', async () => {
    const refused = said(NOW_SECONDS + 3_600);
    const { error, seconds } = await ask([refused, BODY]);
    expect(error).toBe(refused);
    expect(seconds).toHaveLength(1);
  });

  it('is corrected by the ledger where the gateway names no time', async () => {
    const ledger = fakeLedger({ nowMs: () => Promise.resolve((NOW_SECONDS + 600) * 1000) });
    const { earned, seconds } = await ask([refusal('timestamp_out_of_range'), BODY], { ledger });
    expect(earned?.answer).toBe(BODY);
    expect(first(seconds)).toBe(600);
  });

  it('is corrected once in a call', async () => {
    const { error, seconds } = await ask([said(NOW_SECONDS + 20), said(NOW_SECONDS + 40), BODY]);
    expect(error).toMatchObject({ code: 'timestamp_out_of_range' });
    expect(seconds).toHaveLength(2);
  });
});

describe('the idempotency key of a round', () => {
  const earlier = NOW_SECONDS - 40;
  const resume = String(earlier);

  /** Events told and requests sent, in order. */
  async function askNamed(said: readonly (Error | object)[], setting: Setting = {}) {
    const order: string[] = [];
    const path: Partial<FlatPath> = {
      send({ second }) {
        order.push(`sent ${second}`);
        const answer = said[Math.min(order.filter((one) => one.startsWith('sent')).length, said.length) - 1]!;
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answerOf(answer));
      },
    };
    const onIdempotencyKey = (name: string): Promise<void> => Promise.resolve(void order.push(`told ${name}`));
    return { order, ...(await ask(said, { ...setting, path, onIdempotencyKey })) };
  }

  it('is told before the request leaves, once for each second', async () => {
    const { order, earned } = await askNamed([refusal('at_capacity', { status: 503 }), TAKEN, BODY]);
    const other = earned?.roundId.replace('round-of-', '');
    expect(order).toEqual([`told ${NOW_SECONDS}`, `sent ${NOW_SECONDS}`, `sent ${NOW_SECONDS}`, `told ${other}`, `sent ${other}`]);
  });

  it('ends the call before anything is sent where it cannot be kept', async () => {
    const lost = new Error('not kept');
    const { error, seconds } = await ask([BODY], { onIdempotencyKey: () => Promise.reject(lost) });
    expect(error).toBe(lost);
    expect(seconds).toEqual([]);
  });

  it('leads to the round that an earlier call was served', async () => {
    const { earned, seconds, checked } = await ask([BODY], { resume, found: [FOUND] });
    expect(earned).toMatchObject({
      answer: BODY,
      roundId: `round-of-${earlier}`,
      timestampMs: earlier * 1000,
      observedAtMs: { from: 0, to: (NOW_SECONDS + 60) * 1000 },
    });
    expect({ seconds, checked }).toEqual({ seconds: [], checked: [`/v1/rounds/round-of-${earlier}`] });
  });

  it('is asked for again where the gateway has no record of it', async () => {
    expect((await ask([BODY], { resume })).seconds).toEqual([earlier]);
  });

  it('is followed by another one where its round was not served', async () => {
    const { earned, seconds } = await ask([BODY], { resume, found: [FAILED] });
    expect(seconds).toEqual([NOW_SECONDS]);
    expect(earned?.roundId).toBe(`round-of-${NOW_SECONDS}`);
  });

  it.each([[REFUSED], [CUT]])('leaves the outcome unknown where its round may have been served: %s', async (said) => {
    const { error } = await ask([said], { resume });
    expect(error).toMatchObject({ name: 'UnknownOutcomeError', roundId: `round-of-${earlier}` });
  });

  it('has its end once its second is past and no round is found', async () => {
    const late = refusal('timestamp_out_of_range');
    expect((await ask([late], { resume })).error).toBe(late);
  });

  it('of another kind of account is refused', async () => {
    expect((await ask([BODY], { resume: 'a-key-of-a-payment' })).error).toMatchObject({ name: 'ClientUsageError', field: 'resume' });
  });
});
