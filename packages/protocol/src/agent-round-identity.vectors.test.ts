import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/program-address.json' with { type: 'json' };
import { formatAddress, parseAddress, toAddress } from './address.js';
import { agentRoundAddress, agentRoundAddressBump } from './agent-round-identity.js';
import { fromHex } from './hex.js';
import type { SourceId } from './source-id.js';
import { unixSeconds } from './units.js';

const rounds = file.vectors.filter((vector) => vector.kind === 'agentRound');

describe('agent round address', () => {
  it.each(rounds)('of $timestampSeconds matches the vector', (vector) => {
    const round = {
      programId: parseAddress(vector.programId!),
      payer: toAddress(fromHex(vector.payer!)),
      gateway: toAddress(fromHex(vector.gateway!)),
      sourceId: fromHex(vector.sourceId!) as SourceId,
      signaturesRequired: vector.signaturesRequired!,
      canonicalTimestampSeconds: unixSeconds(vector.timestampSeconds!),
    };
    const address = agentRoundAddress(round);
    expect(formatAddress(address)).toBe(vector.address);
    expect(agentRoundAddressBump(address, round)).toBe(vector.bump);
    expect(agentRoundAddressBump(round.payer, round)).toBeNull();
  });
});
