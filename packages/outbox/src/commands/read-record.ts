import type { RoundId } from '@oracle-gateway/protocol';
import { readFields } from '../wire/record-fields.js';
import { readTexts } from '../wire/reply.js';
import { decodeRoundRecord, type RoundRecord } from '../wire/round-record.js';
import type { Shard } from './shard.js';

/** A record of one moment. Throws CorruptRecordError or SettlementPayloadError. */
export async function readRecord({ keys, run }: Shard, roundId: RoundId): Promise<RoundRecord | null> {
  const texts = readTexts(await run('read', [keys.round(roundId)], null));
  return texts.length === 0 ? null : decodeRoundRecord(roundId, readFields(texts));
}
