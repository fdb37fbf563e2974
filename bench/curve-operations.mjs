#!/usr/bin/env node
// usage: node bench/curve-operations.mjs [--quorum 3]
import { createAggregateKeyCache, createCurveVerify, portableCurve } from '@oracle-gateway/schnorr';
import { createNativeCurve } from '@oracle-gateway/schnorr/native';
import {
  createNoncePair,
  createSigningKey,
  generateSecretKey,
  prepareSession,
  signPartial,
  sumAsTold,
  sumPartials,
  verifyPartial,
} from '@oracle-gateway/schnorr/signing';
import { createWasmCurve } from '@oracle-gateway/schnorr/wasm';
import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { cpuMs, measureInterleaved } from './interleaved.mjs';

const { values: flags } = parseArgs({ options: { quorum: { type: 'string', default: '3' } } });
const QUORUM = Number(flags.quorum);
/** @param {number} length */
function random(length) {
  return webcrypto.getRandomValues(new Uint8Array(length));
}
const deps = { random };

const secretKeys = Array.from({ length: QUORUM }, () => generateSecretKey(random));
const statement = { sessionId: random(32), message: random(32), setHash: new Uint8Array(32), attempt: /** @type {const} */ (0) };

/**
 * The curve operations of one round, as a node and as a gateway do them.
 *
 * @param {import('@oracle-gateway/schnorr').Curve} curve
 */
function roundOn(curve) {
  const signingKeys = secretKeys.map((secretKey) => createSigningKey(secretKey, { curve }));
  const verify = createCurveVerify(curve);
  /** @param {import('@oracle-gateway/schnorr/signing').SigningKey} signingKey @param {0 | 1} attempt */
  const noncePair = (signingKey, attempt) => createNoncePair({ signingKey, sessionId: statement.sessionId, attempt }, deps);
  const members = signingKeys.map((signingKey) => ({ signingKey, ...noncePair(signingKey, 0) }));
  const signers = members.map(({ signingKey, commitment }, index) => ({ index, publicKey: signingKey.publicKey, ...commitment }));
  const session = { ...statement, signers };
  const prepared = prepareSession(session, { curve });
  const registry = { version: 1n, minSigners: QUORUM, keys: signers.map(({ publicKey }) => publicKey) };
  const knownKeys = { registry, sums: createAggregateKeyCache({ maxEntries: 1 }) };
  const partials = members.map(({ signingKey, pair }, ownIndex) => signPartial({ prepared, ownIndex, signingKey, pair }));
  const [own] = signingKeys;
  if (own === undefined) throw new Error('no node');

  const commit = () => noncePair(own, 0);
  const commitAndSign = () => {
    const first = commit();
    const listed = signers.map((signer) => (signer.index === 0 ? { ...signer, ...first.commitment } : signer));
    const fresh = prepareSession({ ...session, signers: listed }, { curve, knownKeys, ownPair: first.pair });
    return { prepared: fresh, partial: signPartial({ prepared: fresh, ownIndex: 0, signingKey: own, pair: first.pair }) };
  };
  const conclude = () => {
    const { s, commitment, aggregateKey } = sumPartials(prepareSession(session, { curve }), partials);
    return verify({ publicKey: aggregateKey, message: statement.message, s, commitment });
  };
  const publicKey = prepared.aggregateKey;
  const answers = partials.map((partial) => ({ partial, groupCommitment: prepared.groupCommitment.toBytes(true) }));
  const concludeAsTold = () => {
    const { s, commitment } = sumAsTold(answers, { curve }) ?? { s: new Uint8Array(32), commitment: new Uint8Array(20) };
    return verify({ publicKey, message: statement.message, s, commitment });
  };
  const name = () => partials.map((partial, index) => verifyPartial(prepared, index, partial));
  return { commit, commitAndSign, conclude, concludeAsTold, name };
}

const nativeCurve = createNativeCurve({ random });
if (nativeCurve === null) throw new Error('the package secp256k1 has no build for this platform');
const forms = {
  'noble (portable)': roundOn(portableCurve),
  'libsecp256k1 (wasm)': roundOn(await createWasmCurve({ random })),
  'libsecp256k1 (native)': roundOn(nativeCurve),
};
for (const [form, round] of Object.entries(forms)) assertRightAnswers(form, round);

const rows = {
  'node: a nonce pair': 'commit',
  'node: a nonce pair, and a partial signature with it': 'commitAndSign',
  'gateway: sum as told and verify, the sum of keys known': 'concludeAsTold',
  'gateway: prepare, sum and verify': 'conclude',
  'gateway: name a bad node (every partial signature)': 'name',
};
/** @type {Record<string, () => unknown>} */
const operations = {};
for (const [form, round] of Object.entries(forms)) {
  for (const [row, step] of Object.entries(rows)) operations[`${form}: ${row}`] = round[/** @type {keyof typeof round} */ (step)];
}
const measured = measureInterleaved(operations, { rounds: 15, roundMs: 200, nowMs: cpuMs });

const versions = await Promise.all(['@noble/curves', '@bitauth/libauth'].map(installedVersion));
console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}, ${process.platform}-${process.arch}, ${versions.join(', ')}\n`,
);
console.log(`| quorum ${QUORUM} | form | per second of CPU (median) | min – max | ms of CPU each |`);
console.log('|---|---|---|---|---|');
for (const row of Object.keys(rows)) {
  for (const form of Object.keys(forms)) {
    const { median, min, max } = measured.get(`${form}: ${row}`) ?? { median: Number.NaN, min: Number.NaN, max: Number.NaN };
    const cells = [row, form, median.toFixed(0), `${min.toFixed(0)} – ${max.toFixed(0)}`, (1_000 / median).toFixed(2)];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

console.log('\n| one call into the addon | us of CPU |');
console.log('|---|---|');
for (const [call, us] of addonCalls()) console.log(`| ${call} | ${us.toFixed(1)} |`);

/** What single calls cost: the first does next to nothing, so it is the price of crossing into the addon. */
function addonCalls() {
  const addon = createRequire(import.meta.resolve('@oracle-gateway/schnorr/native'))('secp256k1/bindings.js');
  const secret = generateSecretKey(random);
  const points = Array.from({ length: 3 }, () => addon.publicKeyCreate(generateSecretKey(random), false));
  const short = points.map((point) => addon.publicKeyConvert(point, true));
  const { signature, recid } = addon.ecdsaSign(statement.message, secret);
  const [point = short[0], encoded = point] = [points[0], short[0]];
  /** @type {Record<string, () => unknown>} */
  const calls = {
    'check a secret (the crossing)': () => addon.privateKeyVerify(secret),
    'read and write a point': () => addon.publicKeyConvert(point, false),
    'decode 33 bytes': () => addon.publicKeyConvert(encoded, false),
    'add three points of 65 bytes': () => addon.publicKeyCombine(points, false),
    'add three points of 33 bytes': () => addon.publicKeyCombine(short, false),
    'multiply the base point, constant time': () => addon.publicKeyCreate(secret, false),
    'multiply a point': () => addon.publicKeyTweakMul(point, secret, false),
    'recover: two multiplications in one': () => addon.ecdsaRecover(signature, recid, statement.message, false),
  };
  const rates = measureInterleaved(calls, { rounds: 15, roundMs: 50, nowMs: cpuMs });
  return Array.from(rates, ([call, { median }]) => /** @type {const} */ ([call, 1e6 / median]));
}

/** A fast wrong answer is worth nothing. @param {string} form @param {ReturnType<typeof roundOn>} round */
function assertRightAnswers(form, { commit, commitAndSign, conclude, concludeAsTold, name }) {
  const { prepared, partial } = commitAndSign();
  const points = new Set(
    [commit(), commit()].flatMap(({ commitment }) => [commitment.D, commitment.E].map((point) => Buffer.from(point).toString('hex'))),
  );
  const answers = {
    'four nonces': points.size === 4,
    'a good partial signature': verifyPartial(prepared, 0, partial) && !verifyPartial(prepared, 1, partial),
    'a good aggregate': conclude() && concludeAsTold(),
    'no bad node': name().every(Boolean),
  };
  for (const [answer, right] of Object.entries(answers)) if (!right) throw new Error(`${form}: not ${answer}`);
}

/** @param {string} name @returns {Promise<string>} */
async function installedVersion(name) {
  const manifest = new URL(`node_modules/${name}/package.json`, import.meta.url);
  const [, version = 'of unknown version'] = /"version":\s*"([^"]+)"/.exec(await readFile(manifest, 'utf8')) ?? [];
  return `${name} ${version}`;
}
