import { createPrivateKey, sign as ed25519Sign } from 'node:crypto';
import {
  deriveFeedId,
  formatAddress,
  fromHex,
  requestAuthHash,
  toAddress,
  toHex,
  toUnixMs,
  unixMs,
  unixSeconds,
} from '@oracle-gateway/protocol';
import { parseSubject } from '@oracle-gateway/protocol/internal';
import { verifyAttestation } from '@oracle-gateway/schnorr';
import { Agent, request } from './undici.mjs';

/** Longer than the gateway's own deadline of a round. */
const TIMEOUT_MS = 28_000;

/** Signs 32-byte hashes with a key in the Solana CLI's form. */
export function signerOf(secretKey) {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Uint8Array.from(secretKey).slice(0, 32)]);
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return (message) => new Uint8Array(ed25519Sign(null, message, key));
}

/**
 * The owner of a subscription, named by its key in the manifest.
 *
 * @param {{ manifest: any, keyName: string, signaturesRequired?: number, localAddress?: string }} input
 */
export function createCaller({ manifest, keyName, signaturesRequired = 3, localAddress }) {
  const sign = signerOf(manifest.keys[keyName]);
  const owner = toAddress(Uint8Array.from(manifest.keys[keyName]).slice(32));
  const deploymentId = fromHex(manifest.deploymentId, 32);
  const registry = {
    version: BigInt(manifest.registryVersion),
    minSigners: manifest.minSigners,
    keys: manifest.nodes.map(({ publicKey }) => fromHex(publicKey, 64)),
  };
  const dispatcher = new Agent(localAddress === undefined ? {} : { localAddress });

  /** A signed request for a new value; for new values of a list, where there are several sources. Dated now, unless it is told otherwise. */
  const prepare = (source, seconds = Math.floor(Date.now() / 1000)) => {
    const timestampSeconds = unixSeconds(seconds);
    const members = Array.isArray(source) ? { apiConfigs: source } : { apiConfig: source };
    const { sourceId, form } = parseSubject(members);
    const feedId = deriveFeedId({ owner, sourceId, signaturesRequired });
    const body = JSON.stringify({
      subscriptionOwner: formatAddress(owner),
      consumerAuthority: formatAddress(owner),
      signaturesRequired,
      timestamp: timestampSeconds,
      registryVersion: manifest.registryVersion,
      authSig: toHex(sign(requestAuthHash({ feedId, timestampSeconds }))),
      ...members,
    });
    return { body, feedId, sourceId, form, timestampSeconds };
  };

  /** Answers status 0 for a caller that left, or heard nothing in time. */
  const ask = async (round, { leaveAfterMs = TIMEOUT_MS } = {}) => {
    try {
      const answer = await request(`${manifest.gatewayUrl}/v1/round/execute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: round.body,
        signal: AbortSignal.timeout(leaveAfterMs),
        dispatcher,
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, text, roundId: answer.headers['x-round-id'], retryAfter: answer.headers['retry-after'] };
    } catch {
      return { status: 0, text: '', roundId: undefined, retryAfter: undefined };
    }
  };

  /** Whether the registry's nodes signed this very round; feed, source, form, quorum and time are the caller's own. */
  const verifies = (round, { text }) => {
    const { data } = JSON.parse(text);
    const attestation = {
      feedId: round.feedId,
      sourceId: round.sourceId,
      signaturesRequired,
      form: round.form,
      timestampMs: toUnixMs(round.timestampSeconds),
      observedAtMs: unixMs(data.observedAt),
      registryVersion: registry.version,
      value: fromHex(data.valuePacked, 32),
      signersBitmap: fromHex(data.signersBitmap, 32),
      s: fromHex(data.s, 32),
      commitment: fromHex(data.commitmentAddr, 20),
    };
    return verifyAttestation({ deploymentId, registry, attestation }).ok;
  };

  return { owner, prepare, ask, verifies, close: () => dispatcher.destroy() };
}

let asked = 0;
/** The sample sources ignore unknown query parameters, but these make another feed of every request. */
export function fresh() {
  return `n=${process.pid}-${asked++}`;
}

export function priceConfig({ sources }) {
  return {
    url: `${sources.price}/v2/prices/BTC-USD/spot?${fresh()}`,
    method: 'GET',
    responseParser: '$.data.amount',
  };
}
export function slowConfig({ sources }, ms) {
  return { url: `${sources.slow}/?ms=${ms}&${fresh()}`, method: 'GET', responseParser: '$.price' };
}
