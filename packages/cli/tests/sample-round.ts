import type { ListRound, Round } from '@oracle-gateway/client';

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

/** A round of a fake client, of a list whose second source has no value. */
export const SAMPLE_LIST: ListRound = {
  feedId: `0x${'03'.repeat(32)}`,
  sourceId: `0x${'04'.repeat(32)}`,
  timestampMs: NOW_MS - 400,
  observedAtMs: NOW_MS,
  signers: [0, 1, 4],
  quorum: 3,
  registryVersion: 1,
  values: [
    {
      source: { url: 'https://host.test/price', method: 'GET' },
      sourceId: `0x${'02'.repeat(32)}`,
      feedId: `0x${'01'.repeat(32)}`,
      mode: 'exact',
      value: '64628.31',
      observedAtMs: NOW_MS,
    },
    {
      source: { url: 'https://other.test/', method: 'GET' },
      sourceId: `0x${'05'.repeat(32)}`,
      feedId: `0x${'06'.repeat(32)}`,
      mode: 'exact',
      value: null,
      unsignedReason: { code: 'upstream_failure', detail: 'the source answered 503', step: 'fetch', upstreamStatus: 503 },
    },
  ],
  roundId: 'Round2',
  answer: { status: 'completed' },
  settled: () => Promise.resolve({ kind: 'settled', signature: 'Signature2', slot: 8, final: false }),
};
