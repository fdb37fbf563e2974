#!/usr/bin/env node
// A signer: it holds one Ed25519 key, and signs what its policy allows for processes at a Unix socket (docs/signer.md). It needs Node 20 and
// nothing else, so that it can be read whole, and changed for a KMS or an HSM: `sign` is the one function that touches the key.
// usage: node signer.mjs --key <file> --socket <path> [--policy <file.json>] [--socket-mode 600 | 660]
// SIGHUP reads key and policy again. A file that cannot be used then changes nothing.
import { createHash, createPrivateKey, createPublicKey, sign as signEd25519 } from 'node:crypto';
import { chmodSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { judge, readPolicy, toBase58 } from './policy.mjs';

const MAX_FRAME_BYTES = 2_048;
const HEAD_BYTES = 5;
const MAX_CONNECTIONS = 64;
/** Answers that a client does not read. */
const MAX_UNREAD_BYTES = 64 * 1_024;
const KINDS = { 1: 'node_request', 2: 'transaction', 3: 'log_names' };
const SIGNED = 0;
const REFUSED = 1;
/** RFC 8410: PKCS #8 of an Ed25519 key is this prefix and the seed. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const { values: flags } = parseArgs({
  options: {
    key: { type: 'string' },
    socket: { type: 'string' },
    policy: { type: 'string' },
    'socket-mode': { type: 'string', default: '600' },
  },
});
if (flags.key === undefined || flags.socket === undefined || !['600', '660'].includes(flags['socket-mode'])) {
  process.stderr.write('usage: node signer.mjs --key <file> --socket <path> [--policy <file.json>] [--socket-mode 600 | 660]\n');
  process.exit(2);
}

let held = readHeld();
const clients = new Set();

/** The key and the policy of the files. Throws an Error that repeats nothing of them. */
function readHeld() {
  if ((statSync(flags.key).mode & 0o077) !== 0) throw new Error('--key: others can read the file; run chmod 600 on it');
  return { ...readKey(), policy: flags.policy === undefined ? {} : readPolicy(readFileSync(flags.policy, 'utf8')) };
}

function readKey() {
  let bytes;
  try {
    bytes = Buffer.from(JSON.parse(readFileSync(flags.key, 'utf8')));
  } catch {
    throw new Error('--key: must be a file of 64 numbers, as the Solana CLI writes it');
  }
  const seed = bytes.subarray(0, 32);
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  if (!publicKey.equals(bytes.subarray(32))) throw new Error('--key: the public key must belong to the secret key');
  return { privateKey, publicKey };
}

/** 64 bytes over a message that was judged. Replace it for a KMS; it may be asynchronous. */
async function sign(kind, message) {
  const bytes = kind === 'node_request' ? createHash('sha256').update(message).digest() : message;
  return signEd25519(null, bytes, held.privateKey);
}

function framed(...parts) {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([length, body]);
}

async function answer(client, frame) {
  const id = frame.subarray(0, 4);
  const kind = KINDS[frame[4]];
  const message = frame.subarray(HEAD_BYTES);
  const refusal = kind === undefined ? 'kind: must be 1, 2 or 3' : judge({ kind, message, publicKey: held.publicKey }, held.policy);
  if (refusal !== null) {
    log({ kind, refusal }, 'refused a message');
    client.write(framed(id, Buffer.of(REFUSED), Buffer.from(refusal, 'latin1')));
    return;
  }
  try {
    client.write(framed(id, Buffer.of(SIGNED), await sign(kind, message)));
  } catch {
    log({ kind }, 'the key did not sign');
    client.write(framed(id, Buffer.of(REFUSED), Buffer.from('key: did not sign; ask again')));
  }
}

function serve(client) {
  clients.add(client);
  client.on('close', () => clients.delete(client));
  client.on('error', () => client.destroy());
  client.write(framed(Buffer.from('SVC_SIGNER_V1'), held.publicKey));
  let rest = Buffer.alloc(0);
  client.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 4) {
      const length = rest.readUInt32LE(0);
      if (length < HEAD_BYTES || length > MAX_FRAME_BYTES || client.writableLength > MAX_UNREAD_BYTES) {
        log({ length }, 'hung up on a client: its frame has no form, or it reads no answers');
        client.destroy();
        return;
      }
      if (rest.length < 4 + length) return;
      void answer(client, rest.subarray(4, 4 + length));
      rest = rest.subarray(4 + length);
    }
  });
}

/** A line for a log. It has no message and no key. */
function log(fields, text) {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...fields, text })}\n`);
}

const server = createServer(serve);
server.maxConnections = MAX_CONNECTIONS;

/** A socket that another signer left behind is removed; one that still answers is not. */
function listen() {
  server.once('error', (error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    const other = connect(flags.socket);
    other.on('connect', () => {
      process.stderr.write(`--socket: another process listens at ${flags.socket}; end it first\n`);
      process.exit(1);
    });
    other.on('error', () => {
      unlinkSync(flags.socket);
      listen();
    });
  });
  // Nothing connects between the making of the socket and its mode.
  process.umask(0o177);
  server.listen(flags.socket, () => {
    chmodSync(flags.socket, Number.parseInt(flags['socket-mode'], 8));
    log({ socket: flags.socket, key: toBase58(held.publicKey) }, 'listening');
  });
}
listen();

process.on('SIGHUP', () => {
  try {
    const before = held.publicKey;
    held = readHeld();
    // A client takes no other key on an open connection: it connects again, and judges the key.
    if (!before.equals(held.publicKey)) for (const client of clients) client.destroy();
    log({ key: toBase58(held.publicKey) }, 'read key and policy again');
  } catch (error) {
    log({ reason: error.message }, 'key and policy could not be read again: the former ones go on');
  }
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server.close();
    for (const client of clients) client.destroy();
  });
}
