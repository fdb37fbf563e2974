import { gzipSync } from 'node:zlib';

import { afterAll, describe, expect, it } from 'vitest';

import { signerOf } from './deployed-ledger.js';
import { openTerminal, type Typed } from './typed-command.js';

// No server is asked.
const terminal = openTerminal({ rpcUrl: 'http://127.0.0.1:1', programId: signerOf('program').address });
afterAll(() => terminal.close());

const START_MS = Date.parse('2026-11-26T14:02:00.000Z');
const CLIENT = '203.0.113.9';

/** Ids of one request and its round, which differ by one digit from those of the others. */
function idsOf(place: number) {
  const digit = String(place);
  return {
    requestId: `4f1c2b9e-0d53-4a5e-9a35-7be0c5c7a00${digit}`,
    roundId: `4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLK${digit}`,
    traceId: `0af7651916cd43dd8448eb211c80319${digit}`,
    sessionId: `0x${'0a'.repeat(31)}0${digit}`,
  };
}

function logLine(app: string, afterMs: number, level: number, msg: string, facts: object): string {
  return JSON.stringify({ level, time: START_MS + afterMs, app, ...facts, msg });
}

/** Lines of a round that a node and the gateway wrote. */
function roundLines(place: number, code: string): string[] {
  const { requestId, roundId, traceId, sessionId } = idsOf(place);
  const round = { requestId, roundId, traceId };
  return [
    logLine('oracle-node', 10 * place, 30, 'request refused', { node: 1, traceId, operation: 'observe', code: 'source_failed' }),
    logLine('oracle-node', 10 * place + 1, 30, 'observed', { node: 2, traceId, sessionId }),
    logLine('gateway', 10 * place + 2, 40, 'round failed', { ...round, code, path: 'subscription' }),
    logLine('gateway', 10 * place + 3, 40, 'answered with an error', {
      ...{ requestId, roundId, code, status: 503, operation: 'executeRound', client: CLIENT },
      detail: 'the source failed: the source did not answer in time',
    }),
  ];
}

const ONE = roundLines(1, 'upstream_failure');
const TWO = roundLines(2, 'upstream_failure');
/** Both rounds, a line of one after a line of the other. */
const INTERLEAVED = ONE.flatMap((line, place) => [line, TWO[place] ?? '']);

function file(name: string, lines: readonly string[]): string {
  return terminal.file(name, `${lines.join('\n')}\n`);
}

async function told(...words: readonly string[]): Promise<{ readonly text: string; readonly exitCode: number }> {
  const { output, exitCode, errors } = await terminal.typeExactly(null, 'why', '--quiet', ...words);
  expect(errors).toBe('');
  return { text: output, exitCode };
}

interface ToldJson {
  readonly answer: { readonly outcome: string; readonly code: string | null; readonly sentences: readonly string[]; readonly ids: object };
  readonly related: readonly { readonly message: string; readonly facts: { readonly traceId?: string; readonly requestId?: string } }[];
  readonly relatedLeftOut: number;
  readonly refusals: readonly { readonly key: string }[];
  readonly unlogged: number;
  readonly searched: { readonly otherLines: number; readonly tooLongLines: number; readonly cut: readonly string[] };
}

async function toldJson(...words: readonly string[]): Promise<ToldJson> {
  return JSON.parse((await told('--json', ...words)).text) as ToldJson;
}

describe('why a request was refused', () => {
  it('is told first: the answer, the room or fault, and what was charged', async () => {
    const { text, exitCode } = await told(idsOf(1).requestId, file('interleaved.log', INTERLEAVED));
    expect(exitCode).toBe(0);
    expect(text.split('\n').slice(0, 3)).toEqual([
      '2026-11-26T14:02:00.013Z: the gateway answered 503 upstream_failure to executeRound of 203.0.113.9: the source failed: the source did not answer in time.',
      'The fault is at the source that the caller named, or in how the caller reads it.',
      'Nothing was charged, and the authorization is spent.',
    ]);
    expect(text).toContain('  operator  read docs/runbook.md#oraclesourcesfail\n');
    expect(text).toContain('docs/errors.md, or at /docs/errors/upstream_failure of the gateway');
  });

  it.each(['requestId', 'roundId', 'traceId', 'sessionId'] as const)('is found by its %s, with the lines of all programs', async (name) => {
    const { answer, related } = await toldJson(idsOf(1)[name], file('interleaved.log', INTERLEAVED));
    expect(answer.code).toBe('upstream_failure');
    const messages = ['request refused', 'observed', 'round failed', 'answered with an error'];
    expect(related.map(({ message }) => message)).toEqual(messages);
    expect(JSON.stringify(related)).not.toContain(idsOf(2).requestId);
  });

  it('is the same from several files in any order, packed or not, and from the standard input', async () => {
    const packed = file('packed.log', []);
    const { writeFileSync } = await import('node:fs');
    writeFileSync(packed, Buffer.concat([gzipSync(`${ONE[3]}\n`), gzipSync(`${ONE[1]}\n`)]));
    const plain = file('plain.log', [ONE[2] ?? '', ONE[0] ?? '']);
    const { related } = await toldJson(idsOf(1).requestId, packed, plain);
    const whole = await toldJson(idsOf(1).requestId, file('whole.log', ONE));
    const piped = await terminal.pipe(gzipSync(ONE.join('\n')), 'why', '--json', idsOf(1).requestId, '-');
    expect(related).toEqual(whole.related);
    expect((JSON.parse(piped.output) as ToldJson).related).toEqual(whole.related);
  });

  it('a packed file that ends early is read to its end, and named', async () => {
    const path = file('cut.gz', []);
    const { writeFileSync } = await import('node:fs');
    const packed = gzipSync(`${ONE.join('\n')}\n${'x'.repeat(100_000)}`, { level: 0 });
    writeFileSync(path, packed.subarray(0, 50_000));
    const { answer, searched } = await toldJson(idsOf(1).requestId, path);
    expect([answer.code, searched.cut]).toEqual(['upstream_failure', [path]]);
  });

  it('a round that settled later was charged, whatever a second request for it heard', async () => {
    const { roundId, traceId } = idsOf(1);
    const settled = logLine('settlement-worker', 900, 30, 'settled', { roundId, traceId, signature: 's' });
    const { answer } = await toldJson(idsOf(1).requestId, file('settled.log', [...roundLines(1, 'outbox_unavailable'), settled]));
    expect(answer.sentences.at(-1)).toBe('The round was served and charged: its settlement is on the ledger.');
  });

  it('a line that says so gives the authorization back', async () => {
    const facts = { requestId: idsOf(1).requestId, code: 'node_share_used', status: 503, authorization: 'unused' };
    const { answer } = await toldJson(
      facts.requestId,
      file('given-back.log', [logLine('gateway', 3, 40, 'answered with an error', facts)]),
    );
    expect(answer.sentences.at(-1)).toBe('Nothing was charged, and the authorization is unused.');
  });

  it('a code of a rule leaves the caller to act', async () => {
    const facts = { requestId: idsOf(1).requestId, code: 'quota_committed', status: 403 };
    const { answer } = await toldJson(facts.requestId, file('rule.log', [logLine('gateway', 3, 30, 'answered with an error', facts)]));
    expect(answer.sentences.slice(1)).toEqual([
      'The request breaks a rule, or lacks something: the caller has to act.',
      'Nothing was charged, and the authorization is unused.',
    ]);
  });

  it.each([
    [['unknown'], 'The outcome of the payment is not known yet.'],
    [['unknown', 'unpaid'], 'The payment was not made, and nothing was charged.'],
    [['unknown', 'paid'], 'The payment was made, and the round has its result.'],
  ])('of a payment with the outcomes %j: %s', async (outcomes, sentence) => {
    const { requestId, roundId, traceId } = idsOf(1);
    const payments = outcomes.map((outcome, place) =>
      logLine('gateway', 100 * place, 40, 'payment', { roundId, traceId, outcome, by: 'sweep' }),
    );
    const { answer } = await toldJson(requestId, file('payment.log', [...roundLines(1, 'payment_unknown'), ...payments]));
    expect(answer.sentences.at(-1)).toBe(sentence);
  });

  it('warnings within a minute that are about no request are told beside it', async () => {
    const trouble = (afterMs: number): string =>
      logLine('gateway', afterMs, 50, 'outbox connection', { err: { type: 'Error', message: 'connect ECONNREFUSED', at: ['at a'] } });
    const { text } = await told(
      idsOf(1).requestId,
      file('near.log', [trouble(-61_000), trouble(-900), ...ONE, trouble(800), trouble(61_000)]),
    );
    expect(text).toContain(
      '2026-11-26T14:01:59.100Z  gateway            outbox connection  err="Error: connect ECONNREFUSED"  2 times until 2026-11-26T14:02:00.800Z',
    );
  });

  it('one that was served is told so', async () => {
    const { requestId, roundId, traceId } = idsOf(1);
    const completed = logLine('gateway', 5, 30, 'round completed', { requestId, roundId, traceId });
    const { answer } = await toldJson(requestId, file('served.log', [completed]));
    expect(answer).toMatchObject({ outcome: 'served', sentences: ['The round was served; no line says that it was charged yet.'] });
  });
});

describe('without an id', () => {
  it('a time of one refusal answers as its id does', async () => {
    const byTime = await toldJson('--at', '2026-11-26T14:02Z', '--client', CLIENT, file('one.log', ONE));
    const byId = await toldJson(idsOf(1).requestId, file('one.log', ONE));
    expect([byTime.answer, byTime.related]).toEqual([byId.answer, byId.related]);
  });

  it('several refusals are listed by time and counted by code', async () => {
    const path = file('several.log', [...roundLines(2, 'at_capacity'), ...INTERLEAVED, ...roundLines(3, 'at_capacity')]);
    const { answer, refusals } = await toldJson('--from', '2026-11-26T14:00Z', path);
    expect(answer.sentences.slice(0, 2)).toEqual([
      '3 requests were refused.',
      expect.stringMatching(/^2 × 503 (?:at_capacity|upstream_failure): /),
    ]);
    expect(refusals.map(({ key }) => key)).toEqual([1, 2, 3].map((place) => idsOf(place).requestId));
  });

  it.each([
    [['--at', '2026-11-26T14:05Z'], 'absent'],
    [['--at', '2026-11-26T15:03+01:00'], 'refused'],
    [['--at', '2026-11-26T14:00:59Z'], 'absent'],
    [['--at', '2026-11-26T14:01:00Z'], 'refused'],
    [['--to', '2026-11-26T14:02:00Z'], 'refused'],
    [['--to', '2026-11-26T14:01:59Z'], 'absent'],
    [['--code', 'upstream_failure'], 'refused'],
    [['--code', 'at_capacity'], 'absent'],
    [['--client', '203.0.113.10'], 'absent'],
    [['--owner', idsOf(1).roundId], 'absent'],
  ])('%j of one refusal at 14:02:00.013: %s', async (words, outcome) => {
    expect((await toldJson(...words, file('one.log', ONE))).answer.outcome).toBe(outcome);
  });

  it('says what was searched, and how many answers have no line', async () => {
    const leftOut = logLine('gateway', 20, 40, 'answers left out of the log', {
      code: 'at_capacity',
      client: CLIENT,
      count: 41,
      seconds: 60,
    });
    const path = file('absent.log', ['not ours', leftOut, ONE[1] ?? '']);
    const { text, exitCode } = await told('--at', '2026-11-26T14:02Z', '--code', 'at_capacity', path);
    expect(exitCode).toBe(5);
    expect(text).toMatch(/^No line fits\.\nThe gateway left 41 answers out of its log at that time/);
    expect(text).toContain(
      `searched ${path}: lines of gateway 1, oracle-node 2 1, from 2026-11-26T14:02:00.011Z to 2026-11-26T14:02:00.020Z`,
    );
    expect(text).toContain('1 lines are of other programs');
    expect((await toldJson('--code', 'share_used', path)).unlogged).toBe(0);
    const others = logLine('gateway', 20, 40, 'answers left out of the log', { code: 'others', client: 'others', count: 7, seconds: 60 });
    expect((await toldJson('--code', 'share_used', '--client', CLIENT, file('others.log', [others]))).unlogged).toBe(7);
  });
});

describe('hostile lines', () => {
  it('neither stop the search nor stand for lines of ours', async () => {
    const { requestId } = idsOf(1);
    const forged = logLine('gateway', 4, 30, 'settled', idsOf(1));
    const lines = [
      `203.0.113.66 - - "GET / HTTP/1.1" 200 "${forged}"`,
      `x${'y'.repeat(10 * 1_024 * 1_024)}`,
      forged.slice(0, -2),
      `{"a":${'['.repeat(50_000)}`,
      '\u0000\ufffd{}',
      ...ONE,
    ];
    const { answer, searched } = await toldJson(requestId, file('hostile.log', lines));
    expect(answer).toMatchObject({ outcome: 'refused', code: 'upstream_failure' });
    expect(answer.sentences.at(-1)).toBe('Nothing was charged, and the authorization is spent.');
    expect(searched).toMatchObject({ otherLines: 4, tooLongLines: 1 });
  });

  it('text of a stranger in a line makes no line of its own', async () => {
    const { requestId } = idsOf(1);
    const detail = 'the source failed\n2026-11-26T14:02:00.000Z  gateway  settled\u001b[2J';
    const line = logLine('gateway', 3, 40, 'answered with an error', {
      requestId,
      code: 'upstream_failure',
      status: 503,
      detail,
      client: 'a\nb',
    });
    const { text } = await told(requestId, file('texts.log', [line]));
    expect(text.split('\n').filter((row) => /^\s*(?:\S+ {2}gateway {2}settled|b:)/.test(row))).toEqual([]);
    expect(text).not.toContain('\u001b');
  });

  it('many lines of one request are kept to a bound, and the rest is counted', async () => {
    const { requestId } = idsOf(1);
    const lines = Array.from({ length: 20_000 }, (_, place) => logLine('gateway', place, 20, 'answered', { requestId }));
    const path = file('many.log', [...ONE, ...lines]);
    const { related, relatedLeftOut } = await toldJson(requestId, path);
    expect([related.length, relatedLeftOut]).toEqual([1_000, 19_004]);
    expect((await told(requestId, path)).text).toContain('… 19924 lines between are left out');
  });

  it('many refusals are listed to a bound, and the rest is counted', async () => {
    const lines = Array.from({ length: 5_000 }, (_, place) =>
      logLine('gateway', place, 40, 'answered with an error', { requestId: `r${place}`, code: 'rate_limited', status: 429 }),
    );
    const { refusals, answer } = await toldJson('--code', 'rate_limited', file('refusals.log', lines));
    expect(refusals).toHaveLength(1_000);
    expect(answer.sentences[0]).toBe('1000 requests were refused, and 4000 lines about further ones.');
  });
});

describe('wrong usage', () => {
  it.each<[string[], string]>([
    [[], 'id: must be a request id, a round id or a trace id, or left out with --at, --from, --to, --client, --owner or --code'],
    [[idsOf(1).requestId], 'file: must name files with log lines, or pipe the lines to standard input'],
    [[idsOf(1).requestId, '/nowhere/gateway.log'], 'file 1: must be a file that exists'],
    [[idsOf(1).requestId, '/tmp'], 'file 1: is a folder: name the files in it'],
    [['--at', '2026-11-26T14:02'], '--at: must be a time with its zone such as 2026-11-26T14:02Z'],
    [['--at', '2026-13-26T14:02Z'], '--at: must be a time with its zone'],
    [['--at', '2026-11-26T14:02Z', '--to', '2026-11-26T14:02Z'], '--at: must be without --from and --to'],
    [['--client', 'nobody'], '--client: must be an IP address'],
    [['--owner', 'nobody'], '--owner: must be an address in base58'],
    [['--code', 'At Capacity'], '--code: must be a code of docs/errors.md, such as outbox_unavailable'],
  ])('%j: %s', async (words, message) => {
    const { exitCode, output, errors }: Typed = await terminal.typeExactly(null, 'why', ...words);
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' });
    expect(errors).toContain(message);
  });
});
