// Made-up requests for rounds seldom get past the first rule. These functions keep what was made up and put true identities around it.
import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import {
  agentRequestAuthHash,
  deriveFeedId,
  deriveSourceId,
  formatAddress,
  parseAddress,
  parseApiConfig,
  requestAuthHash,
  toAddress,
  toHex,
  unixSeconds,
} from '../../packages/protocol/dist/index.js';
import { escrowAddress } from '../../packages/protocol/dist/accounts/index.js';

/** Bytes before the 32 of an Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const QUORUMS = [2, 3];

/** A key of the manifest, as something that signs. */
function signerOf(numbers) {
  const bytes = Uint8Array.from(numbers);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, bytes.subarray(0, 32)]), format: 'der', type: 'pkcs8' });
  const address = toAddress(bytes.subarray(32));
  return { address, text: formatAddress(address), sign: (message) => toHex(sign(null, message, key)) };
}

/**
 * Makes requests true, in a world that runs. Each body gets a source of the world, its registry version, a second of its own within the
 * allowed skew, and a signature. Every other body of the subscription path is sent with a session instead.
 */
export async function createTrueRequests(manifest) {
  const owner = signerOf(manifest.keys.subscriptionOwner);
  const payer = signerOf(manifest.keys.agentPayer);
  const session = await signIn(manifest, owner);
  let count = 0;
  /** Seconds of the last two minutes, each taken once for each source and quorum. */
  const nextSecond = () => Math.floor(Date.now() / 1_000) - (count % 120);

  const sourceOf = () => {
    const source = { url: `${manifest.sources.price}/v2/prices/BTC-USD/spot`, method: 'GET', responseParser: '$.data.amount' };
    // An unknown header makes another source, so that no second is taken twice.
    return { ...source, valueTransform: 'round:1', headers: { 'x-fuzz': String(count) } };
  };
  const toleranceOf = (source) => ({
    ...source,
    aggregation: {
      mode: 'tolerance',
      rule: 'median',
      maxDeviationBps: 500,
      maxAgeMs: 5_000,
      numeric: { type: 'int256', decimals: 8 },
    },
  });

  return {
    subscription(body) {
      count += 1;
      const isTolerant = count % 3 === 0;
      const apiConfig = isTolerant ? toleranceOf(sourceOf()) : sourceOf();
      const signaturesRequired = isTolerant ? 3 : QUORUMS[count % QUORUMS.length];
      const timestamp = nextSecond();
      const { encKeyBundle: _sealed, authSig: _made, ...members } = body;
      const request = {
        ...members,
        subscriptionOwner: owner.text,
        consumerAuthority: owner.text,
        signaturesRequired,
        timestamp,
        registryVersion: manifest.registryVersion,
        apiConfig,
      };
      if (count % 2 === 0) return { body: request, headers: { authorization: `Bearer ${session}` } };
      const feedId = deriveFeedId({ owner: owner.address, sourceId: deriveSourceId(parseApiConfig(apiConfig)), signaturesRequired });
      const authSig = owner.sign(requestAuthHash({ feedId, timestampSeconds: unixSeconds(timestamp) }));
      return { body: { ...request, authSig }, headers: {} };
    },
    agent(body) {
      count += 1;
      const apiConfig = sourceOf();
      const quorum = QUORUMS[count % QUORUMS.length];
      const timestamp = nextSecond();
      const amount = Number(manifest.prices.agentRoundBase) + quorum * Number(manifest.prices.agentRoundPerSig);
      const gateway = parseAddress(manifest.gatewayPda);
      const escrow = escrowAddress(parseAddress(manifest.programId), payer.address, gateway);
      const hash = agentRequestAuthHash({
        escrow,
        gateway,
        feedId: deriveFeedId({ owner: payer.address, sourceId: deriveSourceId(parseApiConfig(apiConfig)), signaturesRequired: quorum }),
        canonicalTimestampSeconds: unixSeconds(timestamp),
        amountAtomic: BigInt(amount),
      });
      const { encKeyBundle: _sealed, ...members } = body;
      return {
        body: {
          ...members,
          payer: payer.text,
          canonical_timestamp: timestamp,
          signatures_required: quorum,
          amount,
          registry_version: manifest.registryVersion,
          agent_request_auth_sig: payer.sign(hash),
          apiConfig,
        },
        headers: {},
      };
    },
    x402(body) {
      count += 1;
      const { encKeyBundle: _sealed, sourcePayments: _made, ...members } = body;
      return {
        body: {
          ...members,
          signatures_required: QUORUMS[count % QUORUMS.length],
          registry_version: manifest.registryVersion,
          apiConfig: sourceOf(),
        },
        headers: {},
      };
    },
    simulate(body) {
      count += 1;
      const { encKeyBundle: _sealed, ...members } = body;
      return { body: { ...members, signaturesRequired: 3, apiConfig: sourceOf() }, headers: { authorization: `Bearer ${session}` } };
    },
  };
}

async function signIn({ gatewayUrl }, { text, sign: signText }) {
  const info = await (await fetch(`${gatewayUrl}/v1/info`)).json();
  const { domain, uri, chainId } = info.data.signIn;
  const [nonce, issuedAt] = [randomBytes(16).toString('hex'), new Date().toISOString()];
  const lines = [`${domain} wants you to sign in with your Solana account:`, text, '', `URI: ${uri}`, 'Version: 1'];
  lines.push(`Chain ID: ${chainId.slice('solana:'.length)}`, `Nonce: ${nonce}`, `Issued At: ${issuedAt}`);
  const payload = { domain, address: text, uri, version: '1', chainId, type: 'ed25519', nonce, issuedAt };
  const header = Buffer.from(JSON.stringify({ ...payload, signature: signText(Buffer.from(lines.join('\n'))) })).toString('base64');
  const answer = await fetch(`${gatewayUrl}/v1/session`, { method: 'POST', headers: { 'sign-in-with-x': header } });
  if (answer.status !== 200) throw new Error(`the owner cannot sign in: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).data.token;
}
