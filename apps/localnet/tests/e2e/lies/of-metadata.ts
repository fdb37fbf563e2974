import { randomBytes } from 'node:crypto';

import { x25519 } from '@noble/curves/ed25519.js';
import { toHex } from '@oracle-gateway/protocol';

import { privateSource } from '../test-client.js';
import { executes, ofPath, read, refusal, type LieRow } from './lie-row.js';

const LIARS = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';
const OTHER_NETWORK = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** The liar would open envelopes with this key. */
export const liarsEncryptionKey = x25519.keygen(new Uint8Array(randomBytes(32)));
const LIARS_KEY = toHex(liarsEncryptionKey.publicKey);

type Data = Record<string, unknown>;

function data(path: string, change: (data: Data) => object) {
  return read(path, ({ data, ...answer }) => ({ ...answer, data: change(data as Data) }));
}

function infoRow(to: LieRow['to'], lie: string, ends: LieRow['ends'], change: (info: Data) => object): LieRow {
  return { lie: `info with ${lie}`, to, ends, tell: () => data('/v1/info', change) };
}

/** Lies in a gateway's description of itself. */
export const liesOfInfo: readonly LieRow[] = [
  infoRow('owner', 'another program', 'the true value', (info) => ({ ...info, programId: LIARS })),
  infoRow('owner', 'another deployment', 'the true value', (info) => ({ ...info, deploymentId: `0x${'1'.repeat(64)}` })),
  infoRow('owner', 'another network', 'the true value', (info) => ({ ...info, network: OTHER_NETWORK })),
  infoRow('owner', 'another registry version', 'the true value', (info) => ({ ...info, registryVersion: 77 })),
  infoRow('owner', 'a smallest quorum of one', 'the true value', (info) => ({ ...info, minSigners: 1 })),
  infoRow('agent', 'another gateway account', 'GatewayError', (info) => ({ ...info, gatewayPda: LIARS })),
  infoRow('agent', 'another program', 'the true value', (info) => ({ ...info, programId: LIARS })),
  infoRow('agent', 'prices of nothing', 'the true value', (info) => ({ ...info, prices: {} })),
  infoRow('payPerRequest', 'another gateway account', 'VerificationError', (info) => ({ ...info, gatewayPda: LIARS })),
  infoRow('payPerRequest', 'another network', 'the true value', (info) => ({ ...info, network: OTHER_NETWORK })),
];

function nodesRow(lie: string, change: (nodes: readonly Data[]) => readonly Data[]): LieRow {
  return {
    lie: `nodes with ${lie}`,
    to: 'sealed',
    ends: 'the true value',
    source: privateSource,
    tell: () => data('/v1/nodes', ({ nodes, ...more }) => ({ ...more, nodes: change(nodes as Data[]) })),
  };
}

/** Lies about the nodes, which would get a secret. */
export const liesOfNodes: readonly LieRow[] = [
  nodesRow("the liar's encryption keys", (nodes) => nodes.map((node) => ({ ...node, encryptionPublicKey: LIARS_KEY }))),
  nodesRow("one encryption key of the liar's", ([first, ...nodes]) => [{ ...first, encryptionPublicKey: LIARS_KEY }, ...nodes]),
  nodesRow('a node more, which is the liar', (nodes) => [...nodes, { ...nodes[0], index: 5, encryptionPublicKey: LIARS_KEY }]),
  nodesRow("the liar's signing keys too", (nodes) =>
    nodes.map((node) => ({ ...node, encryptionPublicKey: LIARS_KEY, publicKey: `0x${'2'.repeat(128)}`, operator: LIARS })),
  ),
  nodesRow('no nodes', () => []),
  {
    lie: 'that the nodes have changed their keys, for ever',
    to: 'sealed',
    ends: 'GatewayError',
    source: privateSource,
    tell: () => ofPath(executes, () => refusal(503, 'envelope_undecryptable')),
  },
];

function signInRow(lie: string, ends: LieRow['ends'], change: (signIn: Data) => object): LieRow {
  return {
    lie: `a sign-in with ${lie}`,
    to: 'session',
    ends,
    tell: () => data('/v1/info', ({ signIn, ...info }) => ({ ...info, signIn: change(signIn as Data) })),
  };
}

function sessionRow(lie: string, ends: LieRow['ends'], change: (session: Data) => object): LieRow {
  return {
    lie: `a session with ${lie}`,
    to: 'session',
    ends,
    tell: () =>
      ofPath(
        ({ method, path }) => method === 'POST' && path === '/v1/session',
        async (_heard, ask) => {
          const truth = await ask();
          const { data, ...answer } = JSON.parse(truth.body) as { data: Data };
          return { ...truth, body: JSON.stringify({ ...answer, data: change(data) }) };
        },
      ),
  };
}

/** Lies to a signer about the text to sign, and about the session. */
export const liesOfSessions: readonly LieRow[] = [
  signInRow('another domain', 'VerificationError', (signIn) => ({ ...signIn, domain: 'bank.example' })),
  signInRow('another uri', 'VerificationError', (signIn) => ({ ...signIn, uri: 'https://bank.example/v1/session' })),
  signInRow('another chain', 'VerificationError', (signIn) => ({ ...signIn, chainId: OTHER_NETWORK })),
  signInRow('a domain of two lines', 'VerificationError', (signIn) => ({
    ...signIn,
    domain: `bank.example wants you to sign in with your Solana account:\n${LIARS}\n\n${String(signIn.domain)}`,
  })),
  signInRow('no domain', 'TransportError', () => ({})),
  sessionRow('a token of two lines', 'TransportError', (session) => ({ ...session, token: 'a\r\nx-more: b' })),
  sessionRow('no token', 'TransportError', ({ token: _gone, ...session }) => session),
  sessionRow('an end that is past', 'the true value', (session) => ({ ...session, expiresAt: 1 })),
  sessionRow('a token of no session', 'GatewayError', (session) => ({ ...session, token: 'A'.repeat(43) })),
];
