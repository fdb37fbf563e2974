import { Readable } from 'node:stream';

import type { Said } from '../lying-gateway.js';
import { AGENT_PATH, executes, instead, ofPath, ofServed, OWNER_PATH, refusal, type LieRow } from './lie-row.js';

const HTML = { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title>' };
const MEGABYTE = 1024 * 1024;

/** More than any client may read: what it is shown of it to the end is no JSON, and no end of this machine's memory. */
function endless(): Readable {
  const filling = Buffer.alloc(64 * 1024, ' ');
  let bytes = 0;
  return new Readable({
    read() {
      bytes += filling.length;
      this.push(bytes > 256 * MEGABYTE ? null : filling);
    },
  });
}

const SILENCE = 'a body that never comes';
const SILENCE_MS = 5_000;

const NO_ANSWERS: Readonly<Record<string, (body: string) => Said>> = {
  'a page with status 200': () => HTML,
  'nothing with status 200': () => ({ status: 200, body: '' }),
  'no content': () => ({ status: 204, body: '' }),
  'half of the JSON with status 200': (body) => ({ status: 200, body: body.slice(0, body.length / 2) }),
  'bytes that are no UTF-8': () => ({ status: 200, body: Readable.from([Buffer.from([0x7b, 0xff, 0xfe, 0x7d])]) }),
  'a body without an end': () => ({ status: 200, body: endless() }),
  [SILENCE]: () => ({ status: 200, body: new Readable({ read: () => undefined }) }),
};

/** Answers that no gateway gives. The client looks up the round. */
export const liesOfTransport: readonly LieRow[] = [
  ...(['owner', 'agent', 'payPerRequest'] as const).flatMap((to) =>
    Object.entries(NO_ANSWERS).map(([lie, said]) => ({
      lie: `${lie}, once`,
      to,
      ends: 'the true value' as const,
      ...(lie === SILENCE ? { timeoutMs: SILENCE_MS } : {}),
      tell: () => {
        let isTold = false;
        return ofServed((body) => {
          if (isTold) return body;
          isTold = true;
          return said(body);
        });
      },
    })),
  ),
  { lie: 'an error with status 200', to: 'owner', ends: 'VerificationError', tell: () => ofServed(() => refusal(200, 'upstream_failure')) },
  {
    lie: 'an answer with status failed',
    to: 'owner',
    ends: 'VerificationError',
    tell: () => ofServed((body) => body.replace('"completed"', '"failed"')),
  },
  { lie: 'a page with status 502 to every call', to: 'owner', ends: 'UnknownOutcomeError', tell: () => () => ({ ...HTML, status: 502 }) },
  { lie: 'a hang-up at every call', to: 'owner', ends: 'UnknownOutcomeError', tell: () => () => null },
];

/** Refusals that are made up. */
export const liesOfRefusals: readonly LieRow[] = [
  { lie: 'no capacity, for ever', to: 'owner', ends: 'GatewayError', tell: () => instead(OWNER_PATH, refusal(503, 'at_capacity')) },
  {
    lie: 'no capacity for thirty years',
    to: 'owner',
    ends: 'GatewayError',
    tell: () => instead(OWNER_PATH, { ...refusal(503, 'at_capacity'), headers: { 'retry-after': '999999999' } }),
  },
  {
    lie: 'no capacity until a day without a date',
    to: 'owner',
    ends: 'GatewayError',
    tell: () => instead(OWNER_PATH, { ...refusal(503, 'at_capacity'), headers: { 'retry-after': 'soon' } }),
  },
  { lie: 'a duplicate, for ever', to: 'owner', ends: 'GatewayError', tell: () => instead(OWNER_PATH, refusal(409, 'duplicate_round')) },
  {
    lie: 'another registry version, for ever',
    to: 'owner',
    ends: 'GatewayError',
    tell: () => {
      let version = 1;
      return ofPath(executes, () => refusal(400, 'stale_registry_version', { registryVersion: (version += 1) }));
    },
  },
  {
    lie: 'a payment that an owner would have to make',
    to: 'owner',
    ends: 'GatewayError',
    tell: () => instead(OWNER_PATH, refusal(402, 'payment_required', { x402Version: 2, accepts: [] })),
  },
  {
    lie: 'a refusal without a code',
    to: 'owner',
    ends: 'UnknownOutcomeError',
    tell: () => instead(OWNER_PATH, { status: 400, body: '{}' }),
  },
  {
    lie: 'a refusal that is a list',
    to: 'owner',
    ends: 'UnknownOutcomeError',
    tell: () => instead(OWNER_PATH, { status: 400, body: '[]' }),
  },
  {
    lie: 'an internal fault, after the round was served and recorded',
    to: 'owner',
    ends: 'the true value',
    tell: () => ofServed(() => refusal(500, 'internal')),
  },
  {
    lie: 'an internal fault, and no record',
    to: 'owner',
    ends: 'UnknownOutcomeError',
    tell: () => async (heard, ask) => {
      const truth = await ask();
      if (executes(heard)) return refusal(500, 'internal');
      return heard.path.startsWith('/v1/rounds/') ? refusal(404, 'round_not_found') : truth;
    },
  },
  {
    lie: 'an internal fault, and a record with another value',
    to: 'owner',
    ends: 'VerificationError',
    tell: () => async (heard, ask) => {
      const truth = await ask();
      if (executes(heard)) return refusal(500, 'internal');
      if (!heard.path.startsWith('/v1/rounds/')) return truth;
      return { ...truth, body: truth.body.replace(/"valuePacked":"0x[0-9a-f]{64}"/, `"valuePacked":"0x${'0'.repeat(63)}1"`) };
    },
  },
  { lie: 'no capacity, for ever', to: 'agent', ends: 'GatewayError', tell: () => instead(AGENT_PATH, refusal(503, 'at_capacity')) },
];

function redirectRow(to: LieRow['to'], status: number, isMeant: Parameters<typeof ofPath>[0], ends: LieRow['ends']): LieRow {
  return {
    lie: `a redirect (${status}) of ${to === 'session' ? 'a sign-in' : 'a round'} to elsewhere`,
    to,
    ends,
    tell: ({ elsewhere }) => ofPath(isMeant, ({ path }) => ({ status, headers: { location: elsewhere.url + path }, body: '' })),
  };
}

/** Redirects: signatures and tokens that a gateway gets stay there. */
export const liesOfRedirects: readonly LieRow[] = [
  ...[301, 302, 303, 307, 308].map((status) => redirectRow('owner', status, executes, 'UnknownOutcomeError')),
  redirectRow('session', 307, executes, 'UnknownOutcomeError'),
  redirectRow('session', 308, ({ path }) => path === '/v1/session', 'TransportError'),
  redirectRow('agent', 307, executes, 'UnknownOutcomeError'),
  redirectRow('payPerRequest', 307, executes, 'TransportError'),
  {
    ...redirectRow('payPerRequest', 308, ({ headers }) => headers['payment-signature'] !== undefined, 'UnknownOutcomeError'),
    clockSpeed: 60,
  },
];
