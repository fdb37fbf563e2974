import { formatSignature } from '../../packages/protocol/dist/index.js';
import { passOn } from './fault-proxy.mjs';

/** Processes that a supervisor starts again, and fronts. */
const KILLED = ['gateway', 'worker', 'node', 'redis', 'facilitator', 'rpc-server', 'keeper'];
/** Parts that stand still and go on. */
const STOPPED = ['gateway', 'worker', 'node', 'redis', 'keeper', 'rpc-server'];
/** No two lies bear each other out. */
const [FAR_AHEAD, APART] = [1_000_000_000, 1_000_000];
/** True answers between two lies of one method: what cannot be undone takes two answers. */
const TRUE_ANSWERS = 4;
let lies = 0;

/** Faults of a facilitator, each of the calls to one path. */
const FACILITATOR = {
  'fails to verify': on('/verify', async (call) => call.answer(500, '{}')),
  'fails to settle': on('/settle', async (call) => call.answer(500, '{}')),
  'settles nothing and does not answer': on('/settle', async () => undefined),
  'settles and drops the answer': on('/settle', async (call) => {
    await call.forward();
    call.drop();
  }),
  'settles and does not answer': on('/settle', async (call) => void (await call.forward())),
  'settles and says that it did not': on('/settle', async (call) => {
    await call.forward();
    call.answer(200, JSON.stringify({ success: false, errorReason: 'unexpected_settle_error', transaction: '', network: networkOf(call) }));
  }),
  'settles nothing and says that it did': on('/settle', async (call) => {
    const transaction = '5'.repeat(88);
    call.answer(200, JSON.stringify({ success: true, transaction, network: networkOf(call), payer: '1'.repeat(32) }));
  }),
};

/** Faults of an RPC server. */
const RPC_SERVER = {
  'answers HTTP 500': async (call) => call.answer(500, '{}'),
  'asks for fewer calls': async (call) => call.answer(429, '{}'),
  'answers garbage': async (call) => call.answer(200, '{"jsonrpc"'),
  'refuses with an internal error': async (call) =>
    call.answer(200, rpcAnswer(call, { error: { code: -32_603, message: 'internal error' } })),
  'sends transactions and drops the answers': async (call) => {
    if (call.body?.method !== 'sendTransaction') return passOn(call);
    await call.forward();
    call.drop();
  },
  'loses transactions and says that it sent them': async (call) => {
    if (call.body?.method !== 'sendTransaction') return passOn(call);
    const transaction = Buffer.from(call.body.params[0], 'base64');
    call.answer(200, rpcAnswer(call, { result: formatSignature(Uint8Array.from(transaction.subarray(1, 65))) }));
  },
};

/** Changes of a true answer, by method. */
const LIES = [
  ['getMultipleAccounts', (result) => ({ ...result, context: { slot: farAhead() } })],
  ['getMultipleAccounts', (result) => ({ ...result, context: { slot: 0 } })],
  ['getMultipleAccounts', ({ context, value }) => ({ context, value: value.map(() => null) })],
  ['getSignatureStatuses', ({ context, value }) => ({ context, value: value.map((entry) => entry && { ...entry, slot: farAhead() }) })],
  ['getSignatureStatuses', ({ context, value }) => ({ context, value: value.map(() => null) })],
  ['getLatestBlockhash', (result) => ({ ...result, context: { slot: farAhead() } })],
  ['getBlockHeight', () => farAhead()],
  ['getSlot', () => farAhead()],
  ['getTransaction', () => null],
  ['getSignaturesForAddress', () => []],
];

/**
 * All strikes of a campaign. `begin` resolves once it is in effect, `end` once it is over.
 *
 * @param {{ drilled: any, facilitator: any, rpcServer: any }} input `facilitator`, `rpcServer`: the fault proxies before them
 * @returns {readonly { name: string, begin: () => Promise<void>, end: () => Promise<void> }[]}
 */
export function strikesOf({ drilled, facilitator, rpcServer }) {
  const told = (proxy, fault) => ({ begin: async () => proxy.setFault(fault), end: async () => proxy.setFault() });
  return [
    ...KILLED.map((part) => ({ name: `${part} killed`, begin: () => drilled.kill(part), end: () => drilled.start(part) })),
    ...STOPPED.map((part) => ({
      name: `${part} stopped`,
      begin: async () => drilled.signal(part, 'SIGSTOP'),
      end: async () => drilled.signal(part, 'SIGCONT'),
    })),
    ...Object.entries(FACILITATOR).map(([what, fault]) => ({ name: `facilitator ${what}`, ...told(facilitator, fault) })),
    ...Object.entries(RPC_SERVER).map(([what, fault]) => ({ name: `RPC server ${what}`, ...told(rpcServer, fault) })),
    { name: 'RPC server lies', begin: async () => rpcServer.setFault(lying()), end: async () => rpcServer.setFault() },
  ];
}

/** Tells each lie in its turn, with true answers of the same method between. */
function lying() {
  const seen = new Map();
  return async (call) => {
    const method = call.body?.method;
    const ofMethod = LIES.filter(([of]) => of === method);
    const count = (seen.get(method) ?? 0) + 1;
    seen.set(method, count);
    if (ofMethod.length === 0 || count % (TRUE_ANSWERS + 1) !== 1) return passOn(call);
    const { status, text } = await call.forward();
    const answer = JSON.parse(text);
    if (answer.result === undefined) return call.answer(status, text);
    const [, lie] = ofMethod[Math.floor(count / (TRUE_ANSWERS + 1)) % ofMethod.length];
    call.answer(status, JSON.stringify({ ...answer, result: lie(answer.result) }));
  };
}

function on(path, fault) {
  return (call) => (call.url === path ? fault(call) : passOn(call));
}

function networkOf({ body }) {
  return body?.paymentRequirements?.network ?? '';
}

function rpcAnswer({ body }, members) {
  return JSON.stringify({ jsonrpc: '2.0', id: body?.id ?? null, ...members });
}

function farAhead() {
  lies += 1;
  return FAR_AHEAD + lies * APART;
}
