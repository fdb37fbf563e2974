import {
  type Address,
  attestationMessage,
  type DeploymentId,
  deriveSessionId,
  type FeedId,
  type SourceId,
  signersBitmap,
  type UnixMs,
  type Form,
} from '@oracle-gateway/protocol';
import {
  type AggregateSignature,
  createNoncePair,
  createSigningKey,
  prepareSession,
  type RandomBytes,
  signPartial,
  sumPartials,
} from '@oracle-gateway/schnorr/signing';

const NONCE_BYTES = 16;
const KEY_BYTES = 32;

/** Everything that the nodes sign of a round, beside the deployment. */
export interface NodeStatement {
  readonly feedId: FeedId;
  readonly sourceId: SourceId;
  /** 32 bytes. */
  readonly value: Uint8Array;
  readonly form: Form;
  readonly signaturesRequired: number;
  readonly timestampMs: UnixMs;
  readonly observedAtMs: UnixMs;
}

export interface SignedStatement extends Omit<AggregateSignature, 'aggregateKey'> {
  /** 32 bytes that the nodes signed. */
  readonly message: Uint8Array;
  /** Indices, ascending. */
  readonly signers: readonly number[];
  /** 32 bytes. */
  readonly signersBitmap: Uint8Array;
}

export interface SigningNodes {
  /** Px ‖ Py of each node, 64 bytes, by index. */
  readonly publicKeys: readonly Uint8Array[];
  /** Runs one signing session of the first nodes, as many as the quorum. */
  sign(statement: NodeStatement): SignedStatement;
}

/** Nodes with keys for tests, which sign as nodes do: two nonces each, one session, one sum. */
export function createSigningNodes(
  deps: { readonly random: RandomBytes },
  input: {
    readonly count: number;
    /** Another number makes other keys. */
    readonly keyOffset?: number;
    readonly deploymentId: DeploymentId;
    readonly gateway: Address;
    readonly registryVersion: bigint;
  },
): SigningNodes {
  const { count, keyOffset = 1, deploymentId, gateway, registryVersion } = input;
  const keys = Array.from({ length: count }, (_, index) => createSigningKey(new Uint8Array(KEY_BYTES).fill(index + keyOffset)));
  return {
    publicKeys: keys.map(({ publicKey }) => publicKey),
    sign(statement) {
      const terms = { ...statement, deploymentId, registryVersion };
      const signers = keys.slice(0, statement.signaturesRequired).map((_, index) => index);
      const sessionId = deriveSessionId({ ...terms, gateway, eligible: signers, gatewayNonce: deps.random(NONCE_BYTES) });
      const message = attestationMessage(terms);
      const nodes = keys.slice(0, signers.length).map((signingKey, index) => {
        const { pair, commitment } = createNoncePair({ signingKey, sessionId, attempt: 0 }, deps);
        return { signingKey, pair, listed: { index, publicKey: signingKey.publicKey, ...commitment } };
      });
      const session = {
        sessionId,
        attempt: 0,
        message,
        setHash: new Uint8Array(KEY_BYTES),
        signers: nodes.map(({ listed }) => listed),
      } as const;
      const prepared = prepareSession(session);
      const partials = nodes.map(({ signingKey, pair, listed }) => signPartial({ prepared, ownIndex: listed.index, signingKey, pair }));
      const { s, commitment, rx, ryParity } = sumPartials(prepared, partials);
      return { s, commitment, rx, ryParity, message, signers, signersBitmap: signersBitmap(signers) };
    },
  };
}
