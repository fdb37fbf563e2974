import type { Client } from '@oracle-gateway/client';
import type { SimulateAnswer } from '@oracle-gateway/gateway-api';

import { privateSource, TRUE_VALUE } from '../test-client.js';
import { ofPath, QUORUM, refusal, swapped, type LieRow, type Stage } from './lie-row.js';
import type { Said } from '../lying-gateway.js';

const PATH = '/v1/simulate';
/** More than the client reads of one answer. */
const HUGE_BYTES = 2 * 1_024 * 1_024;

type Data = SimulateAnswer['data'];

/** Answers the value that would be signed. */
async function simulateOnce(client: Client, { source, test }: Stage): Promise<string> {
  const isPrivate = source.headers !== undefined;
  const secrets = isPrivate ? { secrets: { token: test.world.manifest.secrets.privateSource } } : {};
  const simulation = await client.simulate(source, { quorum: QUORUM, ...secrets });
  return simulation.wouldSign?.value ?? `no value: ${simulation.reason?.code}`;
}

/** Tries to pass a dry run, its rows and what would be signed for a stored answer. */
async function verifyOnce(client: Client, { source }: Stage): Promise<string> {
  const simulation = await client.simulate(source, { quorum: QUORUM });
  for (const taken of [simulation, simulation.wouldSign, ...simulation.nodes, { status: 'completed', data: simulation }]) {
    const refused = await client.verify(taken, { source, quorum: QUORUM }).catch((error: unknown) => error);
    if (!(refused instanceof Error) || !('reason' in refused)) return 'verified';
  }
  return TRUE_VALUE;
}

function said(lie: string, ends: LieRow['ends'], answer: Said | null, to: LieRow['to'] = 'owner'): LieRow {
  return {
    lie,
    to,
    ends,
    ask: simulateOnce,
    tell: () =>
      ofPath(
        ({ path }) => path === PATH,
        () => answer,
      ),
  };
}

function changed(lie: string, ends: LieRow['ends'], change: (data: Data) => object, ask = simulateOnce): LieRow {
  return {
    lie,
    to: 'owner',
    ends,
    ask,
    tell: () =>
      ofPath(
        ({ path }) => path === PATH,
        async (_heard, askTruth) => {
          const truth = await askTruth();
          const { status, data } = JSON.parse(truth.body) as SimulateAnswer;
          return { ...truth, body: JSON.stringify({ status, data: change(data) }) };
        },
      ),
  };
}

/** A dry run is the gateway's word: a lie may be told, but it is bounded, has its form, and is no verified value. */
export const liesOfSimulations: readonly LieRow[] = [
  changed('another source', 'VerificationError', (data) => ({ ...data, sourceId: swapped(data.sourceId) })),
  changed('another quorum', 'VerificationError', (data) => ({ ...data, signaturesRequired: QUORUM - 1 })),
  changed('another value beside the true bytes', 'VerificationError', (data) => ({
    ...data,
    wouldSign: { ...data.wouldSign, value: '100' },
  })),
  changed('a value that no node saw', 'VerificationError', (data) => ({ ...data, nodes: [] })),
  changed('no value and no reason', 'VerificationError', (data) => ({ ...data, wouldSign: null })),
  changed('nodes without end', 'VerificationError', (data) => ({ ...data, nodes: Array<unknown>(4_000).fill(data.nodes[0]) })),
  changed('a code with control characters', 'VerificationError', (data) => ({
    ...data,
    wouldSign: null,
    reason: { code: '\u001b[2J', detail: '' },
  })),
  changed('prices that are no amounts', 'VerificationError', (data) => ({ ...data, prices: { subscription: -1 } })),
  changed('another feed of another mode', 'the true value', (data) => ({
    ...data,
    feedId: `0x${'1'.repeat(64)}`,
    mode: 'tolerance',
    decimals: 0,
  })),
  changed('the truth, which the client does not take for a verified value', 'the true value', (data) => data, verifyOnce),
  said('a list', 'TransportError', { status: 200, body: '{"status":"ok","data":[]}' }),
  said('an empty object', 'VerificationError', { status: 200, body: '{"status":"ok","data":{}}' }),
  said('text', 'TransportError', { status: 200, body: 'ok' }),
  said('more than fits', 'TransportError', { status: 200, body: JSON.stringify('a'.repeat(HUGE_BYTES)) }),
  said('nothing, and hangs up', 'TransportError', null),
  said('that it is to be paid', 'GatewayError', refusal(402, 'payment_required', { x402Version: 2, accepts: [] })),
  said('that it is to be paid', 'GatewayError', refusal(402, 'payment_required', { x402Version: 2, accepts: [] }), 'payPerRequest'),
  said('that an escrow is empty', 'GatewayError', refusal(402, 'escrow_underfunded', { accepts: [] }), 'poor agent'),
  said('that the signature is wrong, for ever', 'GatewayError', refusal(401, 'simulate_auth_invalid')),
  said('that the session has ended, for ever', 'GatewayError', refusal(401, 'bearer_invalid'), 'session'),
  said('that the registry has changed, for ever', 'GatewayError', refusal(400, 'stale_registry_version', { registryVersion: 9 })),
  {
    lie: 'a redirect to elsewhere',
    to: 'owner',
    ends: 'TransportError',
    ask: simulateOnce,
    tell: ({ elsewhere }) =>
      ofPath(
        ({ path }) => path === PATH,
        () => ({ status: 307, headers: { location: elsewhere.url + PATH }, body: '' }),
      ),
  },
  {
    lie: 'the truth about a private source, whose secret it does not get',
    to: 'sealed',
    ends: 'the true value',
    source: privateSource,
    ask: simulateOnce,
    tell: () => (_heard, ask) => ask(),
  },
];
