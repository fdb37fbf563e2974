import { x25519 } from '@noble/curves/ed25519.js';
import { concatBytes, randomBytes } from '@noble/hashes/utils.js';
import { parseAddress } from '../address.js';
import { type ApiConfig, parseApiConfig, secretNames } from '../api-config.js';
import { ascii } from '../fixed-width.js';
import { fromHex, toHex } from '../hex.js';
import { LABELS } from '../labels.js';
import { deriveSourceId, type SourceId } from '../source-id.js';
import { unixSeconds } from '../units.js';
import { encrypt } from './aead.js';
import { type EncKeyBundle, KEY_BYTES, NONCE_BYTES } from './enc-key-bundle.js';
import { sealEnvelope } from './envelope.js';
import { encodeSecrets } from './secrets.js';
import { SealedSecretsError } from './sealed-secrets-error.js';
import { substituteInHead } from './substitute-secrets.js';

/** Secrets, the source that they are for, and the nodes that may open them. */
export interface SecretsToSeal {
  /** The ApiConfig as it is sent, with `{{secret.<name>}}` placeholders. */
  readonly apiConfig: object;
  /** All nodes of `GET /v1/nodes`. */
  readonly nodes: readonly { readonly index: number; readonly encryptionPublicKey: string }[];
  /** Secrets by the name of their placeholder. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Unix seconds; nodes refuse the bundle later, and one that is made for more than 30 days. */
  readonly notAfter: number;
  /**
   * Base58; the only caller whom the secrets serve: `subscriptionOwner`, whose delegates they then serve too, or `payer`. Left out, they
   * serve every sender of the bundle, for this source.
   */
  readonly owner?: string;
}

/**
 * The `encKeyBundle` of a request (protocol, Sealed secrets): the secrets for this one source, sealed for these nodes only.
 * Runs in browsers and in Node.
 *
 * @throws ApiConfigError, AddressError, HexError; SealedSecretsError when a placeholder has no secret or makes an illegal header or url; RangeError
 *   for a secret without a placeholder, for no nodes or an index twice, and for more than 8 KiB.
 * @example
 * const encKeyBundle = sealSecrets({ apiConfig, nodes, secrets: { token }, owner, notAfter });
 */
export function sealSecrets(input: SecretsToSeal, deps: SealDeps = {}): EncKeyBundle {
  return sealSecretsOf(parseApiConfig(input.apiConfig), input, deps);
}

/** Source of randomness. */
export interface SealDeps {
  /** Cryptographic; that of the platform unless given. */
  readonly random?: (length: number) => Uint8Array;
}

/** Seals like {@link sealSecrets}, for a source that is checked already. */
export function sealSecretsOf(
  source: ApiConfig,
  input: Omit<SecretsToSeal, 'apiConfig'>,
  { random = randomBytes }: SealDeps = {},
): EncKeyBundle {
  const values = new Map(Object.entries(input.secrets));
  requireFitting(source, values);
  const { owner } = input;
  const notAfter = unixSeconds(input.notAfter);
  const plaintext = encodeSecrets({ values, notAfter, owner: owner === undefined ? null : parseAddress(owner) });

  const sourceId = deriveSourceId(source);
  const bundleKey = random(KEY_BYTES);
  const nonceSym = random(NONCE_BYTES);
  const ciphertext = encrypt({ key: bundleKey, nonce: nonceSym, aad: ciphertextAad(sourceId) }, plaintext);
  const ephemeralSecret = random(KEY_BYTES);
  const ephemeralPub = x25519.getPublicKey(ephemeralSecret);
  const envelopes: Record<string, string> = {};
  for (const { index, encryptionPublicKey } of input.nodes) {
    if (Object.hasOwn(envelopes, index)) throw new RangeError('nodes: an index occurs twice');
    const keys = { ephemeralSecret, ephemeralPub, nodePublicKey: fromHex(encryptionPublicKey, KEY_BYTES) };
    envelopes[index] = toHex(sealEnvelope({ sourceId, nodeIndex: index, nonceSym, ciphertext }, keys, bundleKey));
  }
  if (input.nodes.length === 0) throw new RangeError('nodes: must not be empty');
  for (const secret of [bundleKey, ephemeralSecret, plaintext]) secret.fill(0);
  return { ephemeralPub: toHex(ephemeralPub), nonceSym: toHex(nonceSym), ciphertext: toHex(ciphertext), envelopes };
}

/** Binds the secrets to the source: no party, the gateway included, can use them with another URL. */
export function ciphertextAad(sourceId: SourceId): Uint8Array {
  return concatBytes(ascii(LABELS.sealedConfig), sourceId);
}

function requireFitting(source: ApiConfig, values: ReadonlyMap<string, string>): void {
  substituteInHead(source, values);
  const asked = new Set(secretNames(source));
  for (const name of values.keys()) {
    if (!asked.has(name)) throw new RangeError(`secrets: no placeholder of the source asks for ${JSON.stringify(name)}`);
  }
  if ([...asked].some((name) => !values.has(name))) throw new SealedSecretsError('malformed', 'a placeholder of the source has no secret');
  if (asked.size === 0) throw new RangeError('apiConfig: holds no {{secret.<name>}} placeholder');
}
