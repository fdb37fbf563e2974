import type { Round } from '@oracle-gateway/client';

import { NOW_MS } from './typed-command.js';

/** A round of a fake client. */
export const SAMPLE_ROUND: Round = {
  value: '64628.31',
  feedId: `0x${'01'.repeat(32)}`,
  sourceId: `0x${'02'.repeat(32)}`,
  timestampMs: NOW_MS - 400,
  observedAtMs: NOW_MS,
  signers: [0, 1, 4],
  quorum: 3,
  registryVersion: 1,
  mode: 'exact',
  roundId: 'Round1',
  answer: { status: 'completed' },
  settled: () => Promise.resolve({ kind: 'settled', signature: 'Signature1', slot: 7, final: false }),
};
