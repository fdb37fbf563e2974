import { type ObserveRequest, parseObserveRequest, type SignersHex } from '@oracle-gateway/node-api';
import { attestationMessage, deriveFeedId, fromHex, parseAddress, signersBitmap, unixMs } from '@oracle-gateway/protocol';
import { type AttestationVerdict, verifyAttestation } from '@oracle-gateway/schnorr';
import { type AttemptNumber, prepareSession, publicKeyOf, sumPartials } from '@oracle-gateway/schnorr/signing';
import { NODE_KEYS, observeSessionId } from './fixture.js';
import { DEPLOYMENT_ID } from './ledger-fake.js';

/** An outsider's verdict in exact mode: message and keys are rebuilt from the request and the registry. */
export function exactVerdict(input: {
  readonly request: ObserveRequest;
  /** Packed, in hex. */
  readonly value: string;
  readonly signers: SignersHex;
  readonly attempt: AttemptNumber;
  /** In hex, one for each signer. */
  readonly partials: readonly string[];
}): AttestationVerdict {
  const { request, signers, attempt } = input;
  const { signaturesRequired } = request;
  const { sourceId, form } = parseObserveRequest(request).subject;
  const feedId = deriveFeedId({ owner: parseAddress(request.feedOwner), sourceId, signaturesRequired });
  const value = fromHex(input.value, 32);
  const times = { timestampMs: unixMs(request.timestampMs), observedAtMs: unixMs(request.observedAtMs) };
  const facts = { feedId, sourceId, value, registryVersion: 1n, signaturesRequired, form, ...times };
  const prepared = prepareSession({
    sessionId: fromHex(observeSessionId(request), 32),
    attempt,
    message: attestationMessage({ deploymentId: DEPLOYMENT_ID, ...facts }),
    setHash: new Uint8Array(32),
    signers: signers.map(({ index, d, e }) => ({
      index,
      publicKey: publicKeyOf(NODE_KEYS[index] ?? new Uint8Array()),
      D: fromHex(d),
      E: fromHex(e),
    })),
  });
  const { s, commitment } = sumPartials(
    prepared,
    input.partials.map((partial) => fromHex(partial, 32)),
  );
  return verifyAttestation({
    deploymentId: DEPLOYMENT_ID,
    registry: { version: 1n, minSigners: 2, keys: NODE_KEYS.map(publicKeyOf) },
    attestation: { ...facts, signersBitmap: signersBitmap(signers.map(({ index }) => index)), s, commitment },
  });
}
