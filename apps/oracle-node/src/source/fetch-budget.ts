import { DEFAULT_SOURCE_BYTES, sizesIn } from '@oracle-gateway/protocol/internal';
import { readingTimeUsed, SourceError } from '../errors/node-error.js';

/**
 * Resources that one fetch may take of the node besides its time, over all its redirects. A source chooses how it frames an answer, so the
 * answer itself is no measure: one chunk for each byte, an endless extension of a chunk, interim answers without end.
 */
export interface FetchBudget {
  /** Counts bytes of a connection as they arrived. Of these, `hidden` were of its encryption, whose work is not seen by {@link spend}. */
  arrived(bytes: number, hidden: number): void;
  /** Counts an informational answer (1xx). */
  informational(): void;
  /** Counts a piece of a body: what arrived at once, or one chunk. */
  piece(): void;
  /** Counts milliseconds of the thread. */
  spend(ms: number): void;
  /** Charges what is left. Nothing is counted any more. */
  close(): void;
  readonly isClosed: () => boolean;
}

export interface FetchLimits {
  /** Bytes of the connections, headers and framing included. */
  readonly bytes: number;
  readonly informational: number;
  readonly pieces: number;
}

/**
 * The limits of a source whose body may have so many bytes. The largest one in chunks of 48 bytes keeps within these, and so does a short one
 * whose every token is a chunk. A piece costs a microsecond.
 */
export function fetchLimits(maxBytes: number): FetchLimits {
  const sizes = sizesIn(maxBytes);
  return { bytes: 2 * sizes * DEFAULT_SOURCE_BYTES, informational: 8, pieces: 8_192 * sizes };
}

/** Milliseconds are charged when so many have come together: a charge costs microseconds itself. */
const CHARGED_MS = 1;
/** The work of encryption for a byte that is no byte of HTTP: of a session ticket, or of the frame of a record with one byte. */
const MS_PER_HIDDEN_BYTE = 0.2 / 1024;

export interface FetchAccount {
  /** Answers whether the requester has time left. */
  readonly charge: (ms: number) => boolean;
  /** Ends the fetch. */
  readonly end: (fault: SourceError) => void;
}

/** A closed budget holds nothing of its account: a connection is kept longer than the secrets of its last fetch may be. */
export function createFetchBudget(limits: FetchLimits, opened: FetchAccount): FetchBudget {
  const used = { bytes: 0, informational: 0, pieces: 0 };
  let account: FetchAccount | null = opened;
  let unchargedMs = 0;

  const count = (what: keyof FetchLimits, amount: number): void => {
    used[what] += amount;
    if (used[what] > limits[what]) account?.end(new SourceError('fetch', OVER[what], undefined, undefined, { rule: 'too_large' }));
  };
  const spend = (ms: number): void => {
    unchargedMs += ms;
    if (account === null || unchargedMs < CHARGED_MS) return;
    const dueMs = unchargedMs;
    unchargedMs = 0;
    if (!account.charge(dueMs)) account.end(readingTimeUsed('fetch'));
  };

  return {
    arrived(bytes, hidden) {
      spend(hidden * MS_PER_HIDDEN_BYTE);
      count('bytes', bytes);
    },
    informational: () => count('informational', 1),
    piece: () => count('pieces', 1),
    spend,
    close() {
      if (unchargedMs > 0) account?.charge(unchargedMs);
      account = null;
    },
    isClosed: () => account === null,
  };
}

const OVER: Readonly<Record<keyof FetchLimits, string>> = {
  bytes: 'the source sent far more bytes than its answer has',
  informational: 'the source sent too many informational answers',
  pieces: 'the source sent its answer in too many pieces',
};
