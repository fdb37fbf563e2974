import { createServer, type IncomingMessage } from 'node:http';

import { closeServer, listen, type ListenAddress } from '@oracle-gateway/process';
import { readRequestJson } from '@oracle-gateway/protocol';

import type { World } from '../world/world.js';
import { ControlRequestError } from './control-request.js';
import { advanceClock, injectFacilitatorFault, injectNodeFault, ledgerUsage, restartProcess } from './operations.js';

export interface Control {
  readonly url: string;
  close(): Promise<void>;
}

type Operation = (world: World, body: unknown) => unknown;

const MAX_BODY_BYTES = 4 * 1024;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /restart': restartProcess,
  'POST /node': injectNodeFault,
  'POST /facilitator': injectFacilitatorFault,
  'POST /clock': advanceClock,
  'GET /ledger/usage': ledgerUsage,
};

/** Serves faults and statistics for tests and demos. Any caller can break the world, so it listens on loopback only. */
export async function serveControl(world: World, address: ListenAddress): Promise<Control> {
  const server = createServer((request, response) => {
    void answer(world, request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  return { url: await listen(server, address), close: () => closeServer(server) };
}

async function answer(world: World, request: IncomingMessage): Promise<{ readonly status: number; readonly body: unknown }> {
  const name = `${request.method ?? ''} ${request.url ?? ''}`;
  const operation = OPERATIONS[name];
  if (operation === undefined)
    return { status: 404, body: { error: `no such operation; use one of ${Object.keys(OPERATIONS).join(', ')}` } };
  try {
    return { status: 200, body: await operation(world, request.method === 'POST' ? await readBody(request) : undefined) };
  } catch (error) {
    if (error instanceof ControlRequestError) return { status: error.status, body: { error: error.message } };
    return { status: 500, body: { error: error instanceof Error ? error.message : 'unknown failure' } };
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new ControlRequestError(`body: at most ${MAX_BODY_BYTES} bytes`, 413);
    chunks.push(chunk);
  }
  try {
    return readRequestJson(Buffer.concat(chunks), { maxBytes: MAX_BODY_BYTES });
  } catch (error) {
    throw new ControlRequestError(`body: ${error instanceof Error ? error.message : 'not JSON'}`);
  }
}
