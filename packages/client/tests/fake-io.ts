import { deriveDeploymentId, fromHex, parseAddress } from '@oracle-gateway/protocol';
import { type Subject, subjectMembers } from '@oracle-gateway/protocol/internal';
import { type ConfigAccount, decodeConfig, decodeRegistry, type RegistryAccount } from '@oracle-gateway/protocol/accounts';
import accounts from '@oracle-gateway/vectors/account.json' with { type: 'json' };
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { createClock } from '../src/base/clock.js';
import { GatewayError, type GatewayRefusal, TransportError } from '../src/base/errors.js';
import { DEFAULT_RETRY } from '../src/base/retry-policy.js';
import type { EventsRequest, GatewayEvents } from '../src/http/gateway-events.js';
import type { GatewayRequest } from '../src/http/gateway-http.js';
import type { JsonAnswer } from '../src/http/read-json.js';
import type { OracleLedger } from '../src/ledger/oracle-ledger.js';
import type { AccountIo, RoundDraft } from '../src/rounds/account.js';
import { createSeconds } from '../src/rounds/seconds.js';

export const NOW_SECONDS = 1_763_683_200;
/** The Gateway account that the fake gateway names. */
export const GATEWAY = 'CojVr4rBZoXq4tymj5eNPsdfU276w3rKD5gkT5tjKzed';

const programId = parseAddress(vector.programId);
const deploymentId = deriveDeploymentId({ programId, network: vector.network });

/** Config of the deployment of the vectors; version 3 of the registry is current. */
export const CONFIG: ConfigAccount = {
  ...decodeConfig(fromHex(accounts.valid.find(({ account }) => account === 'Config')!.data)),
  deploymentId,
  registryVersion: 3n,
  oldestAcceptedVersion: 0n,
};
export const REGISTRY: RegistryAccount = decodeRegistry(Uint8Array.from(atob(vector.registryAccount), (one) => one.charCodeAt(0)));

/** A ledger that has one registry version and no other account. */
export function fakeLedger(changes: Partial<OracleLedger> = {}): OracleLedger {
  const view = (version: bigint) => Promise.resolve({ config: CONFIG, registry: version === REGISTRY.version ? REGISTRY : null });
  return {
    programId,
    network: vector.network,
    deploymentId,
    rpcUrl: 'http://rpc.test',
    view,
    current: () => Promise.resolve({ config: CONFIG, registry: REGISTRY }),
    nodeKeys: () => Promise.resolve([]),
    read: () => Promise.resolve(null),
    transaction: () => Promise.resolve(null),
    nowMs: () => Promise.resolve(NOW_SECONDS * 1000),
    ...changes,
  };
}

/** Answer of the fake gateway: a body, an answer with headers, or an error that is thrown. */
export type Said = Error | JsonAnswer | object;

/** Stream of the fake gateway: the data of events, or an error that ends a stream. No further stream can be opened after the last. */
export type Stream = readonly (Error | object | string)[];

export interface FakeIo extends AccountIo {
  readonly events: GatewayEvents;
  /** Everything that the gateway was asked, without `/v1/info`. */
  readonly asked: readonly GatewayRequest[];
  /** Every stream of events that was opened. */
  readonly opened: readonly EventsRequest[];
  /** Milliseconds of every wait. The clock goes on by them. */
  readonly waited: readonly number[];
}

/** Input and output of an account, with a gateway that answers as told and waits that take no time. */
export function fakeIo(
  say: (request: GatewayRequest, asked: number) => Said,
  changes: { readonly ledger?: OracleLedger; readonly nowMs?: number; readonly streams?: readonly Stream[] } = {},
): FakeIo {
  const asked: GatewayRequest[] = [];
  const waited: number[] = [];
  const opened: EventsRequest[] = [];
  const streams = [...(changes.streams ?? [])];
  const ledger = changes.ledger ?? fakeLedger();
  let nowMs = changes.nowMs ?? NOW_SECONDS * 1000;
  return {
    asked,
    opened,
    waited,
    ledger,
    retry: DEFAULT_RETRY,
    random: () => 0.5,
    seconds: createSeconds({ random: () => 0.5 }),
    clock: createClock({ now: () => nowMs, ledgerNow: (signal) => ledger.nowMs(signal) }),
    wait(ms, signal) {
      signal?.throwIfAborted();
      waited.push(ms);
      nowMs += ms;
      return Promise.resolve();
    },
    async *events(request) {
      request.signal?.throwIfAborted();
      opened.push(request);
      const stream = streams.shift() ?? [new TransportError('gateway', 'there are no events')];
      for (const [place, told] of stream.entries()) {
        await Promise.resolve();
        if (told instanceof Error) throw told;
        yield { id: String(place + 1), data: typeof told === 'string' ? told : JSON.stringify(told) };
      }
    },
    gateway: {
      baseUrl: 'http://gateway.test',
      ask(request) {
        request.signal?.throwIfAborted();
        if (request.path === '/v1/info') return Promise.resolve(answerOf({ status: 'ok', data: { gatewayPda: GATEWAY } }));
        const said = say(request, asked.push(request));
        return said instanceof Error ? Promise.reject(said) : Promise.resolve(isAnswer(said) ? said : answerOf(said));
      },
    },
  };
}

/** The draft of a round of a source, an index or a list. */
export function draftOf(subject: Subject, quorum = 3): RoundDraft {
  return { subject, quorum, members: { ...subjectMembers(subject) } };
}

/** A refusal as the gateway's HTTP gives it. */
export function refusal(code: string, more: Partial<GatewayRefusal> = {}): GatewayError {
  return new GatewayError({ code, message: `said to be ${code}`, status: 400, body: {}, ...more });
}

export function answerOf(body: unknown, headers: Readonly<Record<string, string>> = {}): JsonAnswer {
  return { status: 200, headers: new Headers(headers), body };
}

function isAnswer(said: object): said is JsonAnswer {
  return 'headers' in said && said.headers instanceof Headers;
}
