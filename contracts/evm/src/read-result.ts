import {
  deriveFeedId,
  type FeedId,
  type ListEntry,
  NO_OWNER,
  type SourceId,
  unixMs,
  type Form,
  MAX_SOURCES,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import type { Attestation } from '@oracle-gateway/schnorr';
import { bytesAt, integerAt, malformed, jsonMember } from './json-members.js';

const MAX_SECONDS = Math.floor(Number.MAX_SAFE_INTEGER / 1000);
const MAX_QUORUM = 255;

/**
 * The attestation of a gateway's answer: of the flat form (subscription, agent), or of the nested form (pay per request), whose feed has no
 * owner. Nothing is believed yet. The answer has no form: the caller knows it from its own request.
 *
 * @throws EvmAnswerError `malformed`, which names the member
 */
export function readResult(result: unknown, form: Form = SOURCE_FORM): Attestation {
  if (jsonMember(result, 'status') !== 'completed') throw malformed('status', 'must be "completed"');
  const data = jsonMember(result, 'data');
  const attestation = jsonMember(data, 'attestation');
  return { ...(attestation === undefined ? readFlat(data) : readNested(attestation)), form };
}

/**
 * The entries of a list's answer. Nothing is believed yet.
 *
 * @throws EvmAnswerError `malformed`, which names the member
 */
export function readEntries(result: unknown): ListEntry[] {
  const values = jsonMember(jsonMember(result, 'data'), 'values');
  if (!Array.isArray(values) || values.length < 2 || values.length > MAX_SOURCES)
    throw malformed('values', `must be a list of 2 to ${MAX_SOURCES}`);
  return values.map((one: unknown) => ({
    sourceId: bytesAt(one, 'sourceId', 32) as SourceId,
    value: jsonMember(one, 'valuePacked') === undefined ? null : bytesAt(one, 'valuePacked', 32),
  }));
}

function readFlat(data: unknown): Omit<Attestation, 'form'> {
  return {
    feedId: bytesAt(data, 'feedId', 32) as FeedId,
    sourceId: bytesAt(data, 'configHash', 32) as SourceId,
    value: bytesAt(data, 'valuePacked', 32),
    registryVersion: BigInt(integerAt(data, 'registryVersion', Number.MAX_SAFE_INTEGER)),
    signaturesRequired: integerAt(data, 'signaturesRequired', MAX_QUORUM),
    timestampMs: unixMs(integerAt(data, 'timestamp', MAX_SECONDS) * 1000),
    observedAtMs: unixMs(integerAt(data, 'observedAt', Number.MAX_SAFE_INTEGER)),
    signersBitmap: bytesAt(data, 'signersBitmap', 32),
    s: bytesAt(data, 's', 32),
    commitment: bytesAt(data, 'commitmentAddr', 20),
  };
}

function readNested(attestation: unknown): Omit<Attestation, 'form'> {
  const payload = jsonMember(attestation, 'payload');
  const signature = jsonMember(attestation, 'signature');
  const sourceId = bytesAt(payload, 'sourceId', 32) as SourceId;
  const signaturesRequired = integerAt(payload, 'signaturesRequired', MAX_QUORUM);
  return {
    feedId: deriveFeedId({ owner: NO_OWNER, sourceId, signaturesRequired }),
    sourceId,
    value: bytesAt(payload, 'value', 32),
    registryVersion: BigInt(integerAt(payload, 'registryVersion', Number.MAX_SAFE_INTEGER)),
    signaturesRequired,
    timestampMs: unixMs(integerAt(payload, 'timestamp', Number.MAX_SAFE_INTEGER)),
    observedAtMs: unixMs(integerAt(payload, 'observedAt', Number.MAX_SAFE_INTEGER)),
    signersBitmap: bytesAt(signature, 'signersBitmap', 32),
    s: bytesAt(signature, 'signature', 32),
    commitment: bytesAt(signature, 'commitment', 20),
  };
}
