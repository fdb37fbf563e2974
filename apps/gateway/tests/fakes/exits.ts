import { loggedError } from '@oracle-gateway/process';
import { toHex, type RoundId } from '@oracle-gateway/protocol';
import { type Logger, pino } from 'pino';
import { formsOf } from './planted.js';
import { storedOf } from './stored-of.js';
import type { World } from './world.js';

export interface Asked {
  readonly status: number;
  readonly text: string;
}

/** Everything that leaves a gateway: log, answers, metrics, records. */
export interface Exits {
  /** Logger of the production process. */
  readonly logger: Logger;
  readonly log: () => string;
  /** Takes the text that the process prints beside its log. */
  print(text: string): void;
  /** Sends one request, and keeps all that is answered. */
  ask(url: string, init?: RequestInit): Promise<Asked>;
  /** Forgets what left so far. */
  forget(): void;
  /** Asks for all that there is to read, and names the exits at which one of these texts is, in any form: `secrets` at all of them, `words` at all but the log. */
  find(world: World, sought: { readonly secrets: readonly string[]; readonly words: readonly string[] }): Promise<readonly string[]>;
}

const CODED_HEADERS = ['payment-required', 'payment-response'];
const READABLE = [
  '/ready',
  '/health',
  '/v1/info',
  '/v1/nodes',
  '/v1/providers',
  '/v1/providers/coingecko',
  '/v1/providers/keyed',
  '/v1/x402/resources',
];

export function watchExits(): Exits {
  const lines: string[] = [];
  const told: string[] = [];
  const roundIds = new Set<string>();
  const ask = async (url: string, init: RequestInit = {}): Promise<Asked> => {
    const response = await fetch(url, init);
    const text = await response.text();
    const coded = CODED_HEADERS.map((name) => Buffer.from(response.headers.get(name) ?? '', 'base64').toString());
    told.push(text, JSON.stringify([...response.headers]), ...coded);
    const roundId = response.headers.get('x-round-id');
    if (roundId !== null) roundIds.add(roundId);
    return { status: response.status, text };
  };
  return {
    logger: pino({ level: 'trace', serializers: { err: loggedError } }, { write: (line: string) => void lines.push(line) }),
    log: () => lines.join(''),
    print: (text) => void lines.push(text),
    ask,
    forget() {
      for (const list of [lines, told]) list.length = 0;
      roundIds.clear();
    },
    async find(world, { secrets, words }) {
      for (const path of READABLE) await ask(world.url + path);
      for (const roundId of roundIds) for (const what of ['', '/evidence']) await ask(`${world.url}/v1/rounds/${roundId}${what}`);
      const records = await Promise.all([...roundIds].map((roundId) => world.outbox.read(roundId as RoundId)));
      const shown = {
        answers: told.join('\n'),
        metrics: await world.metrics(),
        keys: await storedOf(world),
        records: JSON.stringify(records, inText),
      };
      const exits = { ...shown, log: lines.join('') };
      const empty = Object.entries(exits).flatMap(([exit, text]) => (text === '' ? [`${exit} is empty`] : []));
      return [...empty, ...leaks(secrets, exits), ...leaks(words, shown)];
    },
  };
}

/** Bytes and amounts of a record as the text that it stores. */
function inText(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return toHex(value);
  return typeof value === 'bigint' ? value.toString() : value;
}

function leaks(sought: readonly string[], exits: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(exits).flatMap(([exit, text]) =>
    sought.filter((planted) => formsOf(planted).some((form) => text.includes(form))).map((planted) => `${planted} in ${exit}`),
  );
}
