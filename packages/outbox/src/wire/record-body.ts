import { deflateSync, inflateSync } from 'node:zlib';
import { CorruptRecordError } from '../records/errors.js';

/** Texts of a signed round in its record, JSON. */
export interface RecordBody {
  /** Payload of the settlement, or the payment. */
  readonly payload: string;
  /** The answer, whether its caller has it already or is yet to pay. */
  readonly result: string;
}

/** A request is at most 64 KiB, and neither text holds more than a part of one. */
const MAX_BODY_BYTES = 1 << 20;

/**
 * Words of both texts, which a body then names instead of repeating: a payload and its result hold the same bytes twice, in hex, between
 * the same member names. A word outside this list takes more room and nothing else; a change of this list is a new version of the record.
 */
const DICTIONARY = Buffer.from(
  '{"attestation":{"payload":{"value":"0x,"signature":{"signature":"0x","commitment":"0x","signersBitmap":"0x1a"}},"value":"","fresh":true,' +
    '"configHash":"0x{"version":1,"messageHash":"0x","payer":"","payerTokenAccount":"","mint":"","payToTokenAccount":"","amountAtomic":"",' +
    '"memo":"","feePayer":"","blockhash":"","earliestSlot":,"expiry":{"kind":"height","lastValidBlockHeight":},"facilitator":"remote"}' +
    '"fresh":true}}"fresh":false"commitmentAddr":"0x"ryParity":0,"ryParity":1,"rx":"0x"configHash":"0x"timestamp":17"observedAt":17' +
    '{"status":"completed","data":{"feedId":"0x","value":"","valuePacked":"0x0000000000000000000000000000000000000000000000' +
    '","aggregateKey":"0x","commitment":"0x","signersBitmap":"0x00000000000000000000000000000000000000000000000000000000000000' +
    '","registryVersion":"1","registryCount":","s":"0x","signaturesRequired":3,"timestampSeconds":17,"form":1,"observedAtMs":17' +
    '{"kind":"escrow","payer":"","amountAtomic":"1000","requestSignature":"0x' +
    '{"version":1,"charge":{"kind":"subscription","owner":"","consumer":""},"sourceId":"0x","value":"0x0000000000000000000000000000000000000000' +
    '","message":"0x0123456789abcdef',
);
/** A window of 8 KiB holds a record of the usual size; one that is larger is cleared for each of them, and costs more than the deflating. */
const DEFLATE = { dictionary: DICTIONARY, level: 9, memLevel: 6, windowBits: 13 };
/** Reads whatever window a body was written with. */
const INFLATE = { dictionary: DICTIONARY, windowBits: 15, maxOutputLength: MAX_BODY_BYTES };

/** Both texts in one zlib stream (RFC 1950), which carries the dictionary's id and a checksum: a character for each byte. */
export function encodeBody({ payload, result }: RecordBody): string {
  return deflateSync(`${payload}\n${result}`, DEFLATE).toString('latin1');
}

/** Throws CorruptRecordError. */
export function decodeBody(text: string): RecordBody {
  const both = inflate(text);
  const end = both.indexOf('\n');
  if (end === -1) throw new CorruptRecordError('the body of a record is malformed');
  return { payload: both.slice(0, end), result: both.slice(end + 1) };
}

function inflate(text: string): string {
  try {
    const bytes = inflateSync(Buffer.from(text, 'latin1'), INFLATE);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CorruptRecordError('the body of a record is malformed', { cause });
  }
}
