import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { judge, readPolicy, toBase58 } from './policy.mjs';

const KEY = randomBytes(32);
const OTHER = randomBytes(32);
const PROGRAM = randomBytes(32);
const GATEWAY = randomBytes(32);

/** A legacy message that these keys sign, with one instruction of `program`. */
function transactionOf({ signers = [KEY], program = PROGRAM, version = [], rest = version.length === 0 ? [] : [0] } = {}) {
  return Buffer.concat([
    Buffer.from([...version, signers.length, 0, 1, signers.length + 1]),
    ...signers,
    program,
    randomBytes(32),
    Buffer.from([1, signers.length, 1, 0, 2, 7, 7, ...rest]),
  ]);
}

function nodeRequestOf({ label = 'SVC_NODE_REQUEST_V2', path = '/v1/observe', gateway = GATEWAY } = {}) {
  const body = createHash('sha256').update('{}').digest();
  return Buffer.concat([Buffer.from(label), randomBytes(32), gateway, Buffer.alloc(9), Buffer.from(path), body]);
}

const LOG_NAMES = Buffer.from('Oracle Gateway: names of sources in the log');
function judged(kind, message, policy = {}) {
  return judge({ kind, message, publicKey: KEY }, policy);
}

describe('a signer', () => {
  test('signs each kind in its form', () => {
    for (const path of ['/v1/observe', '/v1/stream']) assert.equal(judged('node_request', nodeRequestOf({ path })), null);
    assert.equal(judged('transaction', transactionOf()), null);
    assert.equal(judged('transaction', transactionOf({ signers: [OTHER, KEY] })), null);
    assert.equal(judged('transaction', transactionOf({ version: [0x80] })), null);
    assert.equal(judged('log_names', LOG_NAMES), null);
  });

  test('signs no kind in the place of another', () => {
    const messages = { node_request: nodeRequestOf(), transaction: transactionOf(), log_names: LOG_NAMES };
    for (const [kind, message] of Object.entries(messages))
      for (const place of Object.keys(messages)) assert.equal(judged(place, message) === null, place === kind, `${kind} as ${place}`);
  });

  for (const [what, kind, message] of [
    ['a request with another label', 'node_request', nodeRequestOf({ label: 'SVC_NODE_REQUEST_V1' })],
    ['a request without a path', 'node_request', nodeRequestOf({ path: '' })],
    ['a request of another path', 'node_request', nodeRequestOf({ path: '/admin' })],
    ['a transaction that another key signs', 'transaction', transactionOf({ signers: [OTHER] })],
    ['a transaction of another version', 'transaction', transactionOf({ version: [0x81] })],
    [
      'a transaction that names a table of addresses',
      'transaction',
      transactionOf({ version: [0x80], rest: [1, ...randomBytes(32), 1, 0, 0] }),
    ],
    ['a transaction with bytes behind it', 'transaction', transactionOf({ rest: [0] })],
    ['no bytes', 'transaction', Buffer.alloc(0)],
    ['a hash', 'node_request', randomBytes(32)],
  ]) {
    test(`refuses ${what}, by field and rule`, () => assert.match(judged(kind, message), /^message: must be /));
  }

  test('refuses a transaction that is cut off anywhere', () => {
    for (const whole of [transactionOf(), transactionOf({ version: [0x80] })])
      for (let length = 0; length < whole.length; length += 1) assert.notEqual(judged('transaction', whole.subarray(0, length)), null);
  });
});

describe('a policy', () => {
  test('names kinds, programs and Gateway accounts', () => {
    assert.match(judged('transaction', transactionOf(), { kinds: ['node_request'] }), /^kind: the policy allows node_request$/);
    assert.match(judged('transaction', transactionOf(), { programs: [toBase58(OTHER)] }), /^program: the policy does not name /);
    assert.match(judged('transaction', transactionOf({ version: [0x80] }), { programs: [toBase58(OTHER)] }), /^program: /);
    assert.equal(judged('transaction', transactionOf(), { programs: [toBase58(PROGRAM)] }), null);
    assert.match(judged('node_request', nodeRequestOf(), { gateways: [] }), /^gateway: the policy does not name /);
    assert.equal(judged('node_request', nodeRequestOf(), { gateways: [toBase58(GATEWAY)] }), null);
  });

  test('without a form is refused', () => {
    for (const text of ['', '[]', 'null', '{"kind":[]}', '{"kinds":"transaction"}', '{"programs":[1]}'])
      assert.throws(() => readPolicy(text), /^Error: --policy: /);
    assert.deepEqual(readPolicy('{"kinds":[]}'), { kinds: [] });
  });

  test('writes addresses in base58', () => {
    assert.equal(toBase58(Buffer.alloc(32)), '1'.repeat(32));
    assert.equal(
      toBase58(Buffer.from('0306466fe5211732ffecadba72c39be7bc8ce5bbc5f7126b2c439b3a40000000', 'hex')),
      'ComputeBudget111111111111111111111111111111',
    );
  });
});
