import { createLedgerSender, createAssociatedTokenAccount, signerFromSecretKey, transferTokens } from '@oracle-gateway/ledger';
import {
  agentRequestAuthHash,
  deriveFeedId,
  deriveSourceId,
  formatAddress,
  parseAddress,
  parseApiConfig,
  toHex,
  unixSeconds,
} from '@oracle-gateway/protocol';
import { escrowAddress } from '@oracle-gateway/protocol/accounts';
import { signerOf } from './caller.mjs';
import { Agent, request } from './undici.mjs';

/** Longer than the gateway's own deadline of a round. */
const TIMEOUT_MS = 28_000;

/**
 * A payer with an escrow at the world's gateway, named by its key in the manifest.
 *
 * @param {{ manifest: any, keyName: string, signaturesRequired?: number }} input
 */
export function createAgent({ manifest, keyName, signaturesRequired = 3 }) {
  const signer = signerFromSecretKey(Uint8Array.from(manifest.keys[keyName]));
  const signAsPayer = signerOf(manifest.keys[keyName]);
  const payer = formatAddress(signer.address);
  const gateway = parseAddress(manifest.gatewayPda);
  const escrow = escrowAddress(parseAddress(manifest.programId), signer.address, gateway);
  const amountAtomic = BigInt(manifest.prices.agentRoundBase) + BigInt(signaturesRequired) * BigInt(manifest.prices.agentRoundPerSig);
  const dispatcher = new Agent();

  /** Pays for so many rounds into the escrow; resolves once the gateway sees it. */
  const payFor = async (rounds) => {
    const sender = createLedgerSender({ rpcUrl: manifest.rpcUrl, signer });
    const mint = parseAddress(manifest.usdcMint);
    const own = { owner: signer.address, recipient: escrow, mint, amountAtomic: BigInt(rounds) * amountAtomic };
    const payment = [createAssociatedTokenAccount({ payer: signer.address, owner: escrow, mint }), transferTokens(own)];
    await sender.broadcast(await sender.build(payment, { computeUnitLimit: 100_000 }));
    while (BigInt((await readStatus()).ataBalance) < own.amountAtomic) await new Promise((resolve) => setTimeout(resolve, 100));
  };

  /** Signs and sends a request for a new value; throws unless it is served. Returns the round's id. */
  const ask = async (apiConfig) => {
    const canonicalTimestampSeconds = unixSeconds(Math.floor(Date.now() / 1000));
    const sourceId = deriveSourceId(parseApiConfig(apiConfig));
    const feedId = deriveFeedId({ owner: signer.address, sourceId, signaturesRequired });
    const hash = agentRequestAuthHash({ escrow, gateway, feedId, canonicalTimestampSeconds, amountAtomic });
    const answer = await request(`${manifest.gatewayUrl}/v1/agent/execute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        payer,
        canonical_timestamp: canonicalTimestampSeconds,
        signatures_required: signaturesRequired,
        amount: Number(amountAtomic),
        registry_version: manifest.registryVersion,
        agent_request_auth_sig: toHex(signAsPayer(hash)),
        apiConfig,
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      dispatcher,
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`a round was not served: ${answer.statusCode} ${text}`);
    return answer.headers['x-round-id'];
  };

  /** The gateway's view of the escrow (docs/api.md#get-v1agentpayerstatus). */
  const readStatus = async () => {
    const answer = await request(`${manifest.gatewayUrl}/v1/agent/${payer}/status`, { dispatcher });
    return answer.body.json();
  };

  return { amountAtomic, payFor, ask, readStatus, close: () => dispatcher.destroy() };
}
