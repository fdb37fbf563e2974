import type { ApiConfigBody, FlatRoundResult, NestedRoundResult } from '@oracle-gateway/gateway-api';
import type { Client } from '@oracle-gateway/client';

import type { Heard, Lie, LyingGateway, Said } from '../lying-gateway.js';
import type { TestWorld } from '../test-world.js';

/** Client that is lied to; `sealed` is an owner's with a private source. */
export type LiedTo = 'owner' | 'sealed' | 'session' | 'agent' | 'poor agent' | 'payPerRequest';

/** The names of the client's errors, and what is not one. */
export type Ending =
  | 'the true value'
  | 'VerificationError'
  | 'GatewayError'
  | 'TransportError'
  | 'SpendingLimitError'
  | 'UnknownOutcomeError';

/** Parts of the world that a row may use. */
export interface Stage {
  readonly test: TestWorld;
  /** The source that is asked for, new for each row. */
  readonly source: ApiConfigBody;
  /** A server of the liar's own, that passes on to the gateway what it hears. */
  readonly elsewhere: LyingGateway;
}

/** One lie, and how it ends. */
export interface LieRow {
  readonly lie: string;
  readonly to: LiedTo;
  readonly ends: Ending;
  tell(stage: Stage): Lie;
  /** The source, where it is not the steady price. */
  readonly source?: (test: TestWorld) => ApiConfigBody;
  /** Asks the client for a value; a round of the source unless told. Answers the value that the client lets out. */
  readonly ask?: (client: Client, stage: Stage) => Promise<string>;
  /** Factor by which the client's clock is faster than time, where the client is patient for minutes. */
  readonly clockSpeed?: number;
  /** Time that the client waits for an answer, where the lie is silence, in milliseconds. */
  readonly timeoutMs?: number;
}

export const OWNER_PATH = '/v1/round/execute';
export const AGENT_PATH = '/v1/agent/execute';
export const PAID_PATH = '/v1/x402/execute';
export const QUORUM = 3;

const EXECUTING: ReadonlySet<string> = new Set([OWNER_PATH, AGENT_PATH, PAID_PATH]);

export function executes({ method, path }: Heard): boolean {
  return method === 'POST' && EXECUTING.has(path);
}

/** Says the truth, but in answers to a round that was served. */
export function ofServed(lie: (body: string, heard: Heard) => Promise<Said | string> | Said | string): Lie {
  return async (heard, ask) => {
    const truth = await ask();
    if (!executes(heard) || truth.status !== 200) return truth;
    const said = await lie(truth.body, heard);
    return typeof said === 'string' ? { ...truth, body: said } : said;
  };
}

/** Says the truth of all else. */
export function ofPath(isMeant: (heard: Heard) => boolean, lie: Lie): Lie {
  return async (heard, ask) => (isMeant(heard) ? lie(heard, ask) : ask());
}

/** Answers every request of this path, in place of whatever the gateway would answer. */
export function instead(path: string, said: Said): Lie {
  return ofPath(
    (heard) => heard.path.split('?')[0] === path,
    () => said,
  );
}

export function flat(change: (data: FlatRoundResult['data']) => object): Lie {
  return ofServed((body) => {
    const { status, data } = JSON.parse(body) as FlatRoundResult;
    return JSON.stringify({ status, data: change(data) });
  });
}

export function nested(change: (data: NestedRoundResult['data']) => object): Lie {
  return ofServed((body) => {
    const { status, data } = JSON.parse(body) as NestedRoundResult;
    return JSON.stringify({ status, data: change(data) });
  });
}

/** The JSON answers of a read, changed. */
export function read(path: string, change: (body: Record<string, unknown>) => object): Lie {
  return ofPath(
    (heard) => heard.method === 'GET' && heard.path.split('?')[0] === path,
    async (_heard, ask) => {
      const truth = await ask();
      return truth.status === 200 ? { ...truth, body: JSON.stringify(change(JSON.parse(truth.body) as Record<string, unknown>)) } : truth;
    },
  );
}

export function refusal(status: number, code: string, more: object = {}): Said {
  return { status, body: JSON.stringify({ error: `said to be ${code}`, code, ...more }) };
}

/** Swaps the last hex digit. */
export function swapped(hex: string): string {
  return hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');
}
