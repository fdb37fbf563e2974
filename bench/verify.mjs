#!/usr/bin/env node
import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { createAggregateKeyCache, verifyAttestation, verifySignature } from '@oracle-gateway/schnorr';
import { createWasmVerify } from '@oracle-gateway/schnorr/wasm';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { attestedRound } from './attested-round.mjs';
import { measureInterleaved } from './interleaved.mjs';

const SIGNERS = 13;
const { check, signature } = attestedRound({ nodes: 20, signers: SIGNERS });
const wasm = await instantiateSecp256k1();
const verifyWasm = await createWasmVerify();

const hash = createHash('sha256').update('a digest to recover from').digest();
const secretKey = secp256k1.utils.randomSecretKey();
const recoverable = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' });
const recoveryId = /** @type {0 | 1} */ (recoverable[0]);
const compact = recoverable.subarray(1);

/** @param {import('@oracle-gateway/schnorr').VerifySignature} verify */
function attestationOperations(verify) {
  const cache = createAggregateKeyCache({ maxEntries: 16 });
  return { cached: () => verifyAttestation(check, { verify, cache }).ok, summed: () => verifyAttestation(check, { verify }).ok };
}
const byNoble = attestationOperations(verifySignature);
const byWasm = attestationOperations(verifyWasm);

/** Rows of the table; the first of each backend is what the others are compared with. */
const backends = {
  noble: {
    'bare ECDSA recovery': () => secp256k1.recoverPublicKey(recoverable, hash, { prehash: false }),
    'verify a signature': () => verifySignature(signature),
    [`verify an attestation of ${SIGNERS}, sum of keys cached`]: byNoble.cached,
    [`verify an attestation of ${SIGNERS}, sum of keys made anew`]: byNoble.summed,
  },
  'wasm (libauth)': {
    'bare ECDSA recovery': () => wasm.recoverPublicKeyUncompressed(compact, recoveryId, hash),
    'verify a signature': () => verifyWasm(signature),
    [`verify an attestation of ${SIGNERS}, sum of keys cached`]: byWasm.cached,
    [`verify an attestation of ${SIGNERS}, sum of keys made anew`]: byWasm.summed,
  },
};

assertRightAnswers();
/** @type {Record<string, () => unknown>} */
const operations = {};
for (const [backend, rows] of Object.entries(backends)) {
  for (const [row, operation] of Object.entries(rows)) operations[`${backend}: ${row}`] = operation;
}
const measured = measureInterleaved(operations, { rounds: 15, roundMs: 200 });

const versions = await Promise.all(['@noble/curves', '@bitauth/libauth'].map(installedVersion));
console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}, ${process.platform}-${process.arch}, ${versions.join(', ')}\n`,
);
console.log('| backend | operation | per second (median) | min – max | of its bare recovery |');
console.log('|---|---|---|---|---|');
for (const [backend, rows] of Object.entries(backends)) {
  const baseline = measured.get(`${backend}: bare ECDSA recovery`)?.median ?? Number.NaN;
  for (const row of Object.keys(rows)) {
    const { median, min, max } = measured.get(`${backend}: ${row}`) ?? { median: Number.NaN, min: Number.NaN, max: Number.NaN };
    const cells = [backend, row, median.toFixed(0), `${min.toFixed(0)} – ${max.toFixed(0)}`, (median / baseline).toFixed(2)];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

/** A fast wrong answer is worth nothing: every operation is checked before it is timed, on a good input and on a bad one. */
function assertRightAnswers() {
  const tampered = { ...signature, message: new Uint8Array(32) };
  const publicKey = secp256k1.Point.fromBytes(secp256k1.getPublicKey(secretKey));
  const answers = {
    'noble recovery': publicKey.toHex(true) === Buffer.from(backends.noble['bare ECDSA recovery']()).toString('hex'),
    'wasm recovery': Buffer.from(publicKey.toBytes(false)).equals(Buffer.from(backends['wasm (libauth)']['bare ECDSA recovery']())),
    'noble accepts': verifySignature(signature) && byNoble.cached() && byNoble.summed(),
    'wasm accepts': verifyWasm(signature) && byWasm.cached() && byWasm.summed(),
    'both refuse': !verifySignature(tampered) && !verifyWasm(tampered),
  };
  for (const [name, right] of Object.entries(answers)) if (!right) throw new Error(`wrong answer: ${name}`);
}

/** @param {string} name @returns {Promise<string>} */
async function installedVersion(name) {
  const manifest = new URL(`node_modules/${name}/package.json`, import.meta.url);
  const [, version = 'of unknown version'] = /"version":\s*"([^"]+)"/.exec(await readFile(manifest, 'utf8')) ?? [];
  return `${name} ${version}`;
}
