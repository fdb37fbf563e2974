import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { FACILITATOR_FAULTS, type FacilitatorFault } from '../facilitator/fault.js';
import type { Manifest } from '../world/manifest.js';
import { ForeignLedgerError, UnknownProcessError, type RestartTarget, type World } from '../world/world.js';
import { serveControl, type Control } from './control-server.js';

const TOKEN = 'token of the nodes';
const pids = { gateway: 1, worker: [2], redis: 3, nodes: [4], keeper: 5 };

interface Recorded {
  readonly restarts: RestartTarget[];
  readonly advances: number[];
  readonly facilitatorFaults: FacilitatorFault[];
  readonly faults: { readonly body: string; readonly authorization: string | undefined }[];
}

let control: Control;
let recorded: Recorded;
let closeNode: () => void;
beforeEach(async () => {
  recorded = { restarts: [], advances: [], faults: [], facilitatorFaults: [] };
  const node = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      recorded.faults.push({ body, authorization: request.headers.authorization });
      response.writeHead(request.url === '/faults' ? 200 : 404).end('{}');
    });
  });
  await once(node.listen(0, '127.0.0.1'), 'listening');
  closeNode = () => node.close();
  const nodeUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  control = await serveControl(worldOf(nodeUrl, recorded), { host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await control.close();
  closeNode();
});

/** Only what the control uses; anything else fails the call that asks for it. */
function worldOf(nodeUrl: string, record: Recorded): World {
  const parts: Partial<World> = {
    manifest: { nodes: [{ index: 0, url: nodeUrl, metricsUrl: '', publicKey: '', encryptionPublicKey: '' }], pids } as unknown as Manifest,
    faultsToken: TOKEN,
    facilitator: {
      url: '',
      setFault(fault) {
        record.facilitatorFaults.push(fault);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    },
    restart(target) {
      if ('index' in target && target.index > 0) return Promise.reject(new UnknownProcessError('no such process'));
      record.restarts.push(target);
      return Promise.resolve();
    },
    ledger: {
      advanceClock: (seconds: number) => record.advances.push(seconds),
      clock: { slot: 1n, unixTimestampSeconds: 1_800_000_000n },
      usage: { transactions: 7, lamportsSpent: 2n ** 60n, rentLocked: 5n, rentReturned: 3n },
    } as unknown as World['ledger'],
  };
  return parts as World;
}

async function call(path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const init = body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) };
  const response = await fetch(`${control.url}${path}`, init);
  return { status: response.status, body: await response.json() };
}

describe('control', () => {
  it('restarts a process and answers the new process ids', async () => {
    expect(await call('/restart', { what: 'gateway' })).toEqual({ status: 200, body: { pids } });
    expect(await call('/restart', { what: 'worker', index: 0 })).toMatchObject({ status: 200 });
    expect(await call('/restart', { what: 'node' })).toMatchObject({ status: 200 });
    expect(recorded.restarts).toEqual([{ what: 'gateway' }, { what: 'worker', index: 0 }, { what: 'node', index: 0 }]);
  });

  it('passes a fault on to its node with the token that the node wants', async () => {
    expect(await call('/node', { index: 0, fault: 'bad-partial' })).toEqual({ status: 200, body: { index: 0, fault: 'bad-partial' } });
    expect(recorded.faults).toEqual([{ body: '{"fault":"bad-partial"}', authorization: `Bearer ${TOKEN}` }]);
  });

  it.each(FACILITATOR_FAULTS)('passes the fault %s on to the facilitator', async (fault) => {
    expect(await call('/facilitator', { fault })).toEqual({ status: 200, body: { fault } });
    expect(recorded.facilitatorFaults).toEqual([fault]);
  });

  it('refuses a fault of the facilitator where the world has no facilitator', async () => {
    await control.close();
    const world = { ...worldOf('http://127.0.0.1:1', recorded), facilitator: null };
    control = await serveControl(world, { host: '127.0.0.1', port: 0 });
    expect(await call('/facilitator', { fault: 'down' })).toEqual({
      status: 400,
      body: { error: expect.stringContaining('no facilitator') as string },
    });
  });

  it("moves the ledger's clock", async () => {
    expect(await call('/clock', { advanceSeconds: 600 })).toEqual({ status: 200, body: { ledgerTimeSeconds: 1_800_000_000 } });
    expect(recorded.advances).toEqual([600]);
  });

  it('answers what the ledger has cost, exact beyond 2^53', async () => {
    const usage = { transactions: 7, lamportsSpent: '1152921504606846976', rentLocked: '5', rentReturned: '3' };
    expect(await call('/ledger/usage')).toEqual({ status: 200, body: usage });
  });

  it.each([
    ['/node', { index: 0, fault: 'no-such-fault' }, 'fault: '],
    ['/node', { index: 1, fault: 'none' }, 'index: '],
    ['/node', { fault: 'none' }, 'index: '],
    ['/facilitator', { fault: 'late' }, 'fault: '],
    ['/facilitator', { fault: 'down', index: 0 }, 'index: '],
    ['/restart', { what: 'ledger' }, 'what: '],
    ['/restart', { what: 'worker', index: 5 }, 'no such process'],
    ['/restart', { what: 'gateway', force: true }, 'force: '],
    ['/clock', { advanceSeconds: -1 }, 'advanceSeconds: '],
    ['/clock', { advanceSeconds: '5' }, 'advanceSeconds: '],
    ['/clock', [], 'body: '],
    ['/clock', 'not json', 'body: '],
  ])('refuses POST %s %j with 400, naming the member', async (path, body, named) => {
    const answer = await call(path, body);
    expect(answer).toEqual({ status: 400, body: { error: expect.stringContaining(named) as string } });
    expect(recorded).toEqual({ restarts: [], advances: [], faults: [], facilitatorFaults: [] });
  });

  it('refuses what belongs to a ledger of its own where the world has no such ledger', async () => {
    await control.close();
    const world = Object.defineProperty(worldOf('http://127.0.0.1:1', recorded), 'ledger', {
      get: () => {
        throw new ForeignLedgerError();
      },
    });
    control = await serveControl(world, { host: '127.0.0.1', port: 0 });
    const refusal = { status: 400, body: { error: expect.stringContaining('start the world without --rpc and --validator') as string } };
    expect(await call('/clock', { advanceSeconds: 1 })).toEqual(refusal);
    expect(await call('/ledger/usage')).toEqual(refusal);
  });

  it('refuses a body that is too large with 413', async () => {
    expect(await call('/clock', ' '.repeat(5_000))).toMatchObject({ status: 413 });
  });

  it('says what there is when asked for anything else', async () => {
    const answer = await call('/ledger', { fault: 'none' });
    expect(answer).toEqual({ status: 404, body: { error: expect.stringContaining('POST /restart') as string } });
  });
});
