// Stands between a fuzzer and a gateway. Passes every request and every answer on as it is, but makes every other request for a round true.
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import {
  parseExecuteAgentRoundRequest,
  parseExecuteRoundRequest,
  parseExecuteX402RoundRequest,
  parseSimulateRequest,
} from '../../packages/gateway-api/dist/parsers.js';

/** Streams of events end here after so long: a fuzzer waits for the whole answer. */
const STREAM_MS = 2_000;
const MAX_BODY_BYTES = 1024 * 1024;

/** Which requests can be made true, and how. One that breaks its schema is meant to be refused, so it stays as it is. */
const PATHS = {
  'POST /v1/round/execute': { name: 'subscription', parse: parseExecuteRoundRequest },
  'POST /v1/agent/execute': { name: 'agent', parse: parseExecuteAgentRoundRequest },
  'POST /v1/x402/execute': { name: 'x402', parse: parseExecuteX402RoundRequest },
  'POST /v1/simulate': { name: 'simulate', parse: parseSimulateRequest },
};

/**
 * Serves on loopback. `counts` has the answers so far, by operation of the path and status.
 *
 * @returns {Promise<{ url: string, counts: Map<string, number>, close: () => void }>}
 */
export async function startSigningProxy({ gatewayUrl, trueRequests }) {
  const counts = new Map();
  let asked = 0;
  const server = createServer(async (incoming, outgoing) => {
    const body = await readBody(incoming);
    const path = incoming.url.split('?', 1)[0];
    const place = PATHS[`${incoming.method} ${path}`];
    const plain = place === undefined ? undefined : parseWith(place.parse, body);
    asked += plain === undefined ? 0 : 1;
    const isTrue = plain !== undefined && asked % 2 === 0;
    const made = isTrue ? trueRequests[place.name](plain) : { headers: {} };
    const bytes = made.body === undefined ? body : Buffer.from(JSON.stringify(made.body));
    // These are the parsed headers, with the new body's length: `rawHeaders` would keep what a test repeats, and the length of the old
    // body.
    const headers = {
      ...incoming.headers,
      ...made.headers,
      ...(bytes.length > 0 || 'content-length' in incoming.headers ? { 'content-length': String(bytes.length) } : {}),
    };
    delete headers['transfer-encoding'];
    const forwarded = send(`${gatewayUrl}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      const counted = `${isTrue ? 'true ' : ''}${incoming.method} ${path.replace(/\/[1-9A-HJ-NP-Za-km-z]{16,}(?=\/|$)/g, '/{id}').slice(0, 40)} ${answer.statusCode}`;
      counts.set(counted, (counts.get(counted) ?? 0) + 1);
      outgoing.writeHead(answer.statusCode, answer.statusMessage, answer.headers);
      answer.pipe(outgoing);
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        setTimeout(() => {
          answer.unpipe(outgoing);
          outgoing.end();
          answer.destroy();
        }, STREAM_MS).unref();
      }
    });
    forwarded.once('error', () => outgoing.destroy());
    forwarded.end(bytes);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    counts,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readBody(incoming) {
  const chunks = [];
  let length = 0;
  for await (const chunk of incoming) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseWith(parse, bytes) {
  try {
    return parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
}
