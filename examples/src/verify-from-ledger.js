import {
  deriveDeploymentId,
  deriveFeedId,
  deriveSourceId,
  formatScaled,
  EXACT_DECIMALS,
  toUnixMs,
  unixMs,
  unixSeconds,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import { commitmentOfNonce, verifyAttestation } from '@oracle-gateway/schnorr';
import { readRegistry } from './registry-from-ledger.js';

/** @typedef {import('@oracle-gateway/protocol').Address} Address */
/** @typedef {import('@oracle-gateway/protocol').ApiConfig} ApiConfig */
/** @typedef {import('./flat-result.js').FlatResult} FlatResult */
/** @typedef {import('./registry-from-ledger.js').Fetch} Fetch */

/**
 * The request that the caller sent to the gateway. It comes from the caller's own records, never from the result: a true value of another
 * source is still the wrong value.
 *
 * @typedef {object} Request
 * @property {Address} owner `consumerAuthority` of the subscription path, the payer of the agent path
 * @property {ApiConfig} apiConfig
 * @property {number} [signaturesRequired] the quorum asked for; without it the registry's own minimum is the bound
 */

/**
 * @typedef {object} Ledger
 * @property {string} rpcUrl
 * @property {Address} programId
 * @property {string} network CAIP-2 id
 */

/**
 * @typedef {{ ok: true, value: string, observedAtMs: number, signers: number[], activeNodes: number } | { ok: false, reason: string }} Verdict
 */

/**
 * Verifies a flat result against the ledger alone: the gateway that gave it is not asked and not trusted.
 *
 * The consumer decides on the greatest age of a value: check `observedAtMs`, before which no node asked the source. Where one
 * value follows another, keep the last stamp and use no value that is not newer.
 *
 * @param {{ result: FlatResult, request: Request, ledger: Ledger, fetch: Fetch, nowSeconds: number }} input
 * @returns {Promise<Verdict>}
 * @throws {Error} when the ledger cannot be read or is not understood (`LedgerAnswerError`, `AccountDecodeError`, whatever `fetch`
 *   throws); then nothing is known
 */
export async function verifyFromLedger({ result, request, ledger, fetch, nowSeconds }) {
  const { signaturesRequired } = result;
  if (request.signaturesRequired !== undefined && signaturesRequired !== request.signaturesRequired)
    return refused('another quorum than asked for');

  const sourceId = deriveSourceId(request.apiConfig);
  if (!equal(result.configHash, sourceId)) return refused('the value is of another source (configHash)');
  const feedId = deriveFeedId({ owner: request.owner, sourceId, signaturesRequired });
  if (!equal(result.feedId, feedId)) return refused('the value is of another feed (feedId)');
  if (result.value !== renderedValue(result.valuePacked, request.apiConfig)) return refused('value is not what valuePacked says');
  const commitment = commitmentOfNonce(result.rx, result.ryParity);
  if (commitment === null || !equal(result.commitment, commitment)) return refused('commitmentAddr does not belong to rx and ryParity');

  const { config, registry } = await readRegistry({ ...ledger, version: result.registryVersion, fetch });
  const deploymentId = deriveDeploymentId(ledger);
  if (!equal(config.deploymentId, deploymentId)) return refused('the program was deployed for another network than the one named');
  if (registry === null) return refused('the ledger has no such registry version');
  // An emergency ends every older version at once and leaves their own `acceptUntil` as it is, but for the last one.
  if (registry.version < config.oldestAcceptedVersion) return refused('an emergency has ended the registry version');
  if (BigInt(nowSeconds) > registry.acceptUntil) return refused('the registry version has been retired');

  const { timestampSeconds, observedAtMs } = result;
  const verdict = verifyAttestation({
    deploymentId,
    registry,
    attestation: {
      feedId,
      sourceId,
      value: result.valuePacked,
      registryVersion: result.registryVersion,
      signaturesRequired,
      form: SOURCE_FORM,
      timestampMs: toUnixMs(unixSeconds(timestampSeconds)),
      observedAtMs: unixMs(observedAtMs),
      signersBitmap: result.signersBitmap,
      s: result.s,
      commitment,
    },
  });
  if (!verdict.ok) return refused(`the nodes of the registry did not sign this (${verdict.reason})`);
  return { ok: true, value: result.value, observedAtMs, signers: verdict.signers, activeNodes: registry.active };
}

/**
 * Exact mode packs an unsigned integer of 18 decimals, tolerance mode a signed one of the decimals it names (docs/protocol.md#decimal-and-packing).
 *
 * @param {Uint8Array} packed @param {ApiConfig} apiConfig @returns {string}
 */
function renderedValue(packed, { aggregation }) {
  const unsigned = packed.reduce((total, byte) => (total << 8n) | BigInt(byte), 0n);
  return aggregation === undefined
    ? formatScaled(unsigned, EXACT_DECIMALS)
    : formatScaled(BigInt.asIntN(256, unsigned), aggregation.numeric.decimals);
}

/** @param {Uint8Array} a @param {Uint8Array} b @returns {boolean} */
function equal(a, b) {
  return a.length === b.length && a.every((byte, place) => byte === b[place]);
}

/** @param {string} reason @returns {Verdict} */
function refused(reason) {
  return { ok: false, reason };
}
