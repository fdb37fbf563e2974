import { type Address, type FeedId, toHex, toUnixMs, type UnixSeconds, unixSeconds } from '@oracle-gateway/protocol';
import { CLOCKS_AGREE_MS } from '../base/clock.js';
import { ClientUsageError, UnknownOutcomeError } from '../base/errors.js';
import type { JsonAnswer } from '../http/read-json.js';
import type { AccountIo, EarnedRound, RoundDraft } from './account.js';
import { type AskedRound, askRound } from './ask-round.js';
import { lookUp } from './look-up.js';
import { nextStepBySecond } from './next-step.js';

/** One way to ask for a round whose caller names its second. */
export interface FlatPath {
  readonly feedOwner: Address;
  readonly feedId: FeedId;
  /** The id of the round of a second: known before it is asked for, so that a lost answer can be looked up. */
  roundIdAt(second: UnixSeconds): string;
  /** Whether the ledger has the receipt of the round. */
  receiptAt(roundId: string, message: Uint8Array, signal?: AbortSignal): Promise<boolean>;
  /** The second to ask for first, after a refusal for which nothing was reserved; a new one unless set. */
  readonly firstSecond?: UnixSeconds;
  /** Whether one more timestamp may be paid for, should every timestamp signed so far be charged. */
  mayTakeAnother?(): boolean;
  /** Signs and sends. The same input makes the same request. */
  send(input: { readonly second: UnixSeconds; readonly registryVersion: number }): Promise<JsonAnswer>;
  /** The value of `Authorization` that shows the result, where it is private. */
  authorizeRead(roundId: string): Promise<string>;
}

/**
 * Asks for a round until it is served, as the table of errors says. A second whose fate is unknown is never left behind: it is looked up,
 * and asked for again under the same identity, which is charged once.
 */
export async function earnFlatRound(path: FlatPath, draft: RoundDraft, io: AccountIo): Promise<EarnedRound> {
  const { resume, signal } = draft;
  const resumed = resume === undefined ? undefined : secondOfKey(resume);
  const { config } = await io.ledger.current(signal);
  const second = path.firstSecond ?? resumed ?? io.seconds.take(toHex(path.feedId), io.clock.now(), 0);
  const isResumed = second === resumed;
  const round = roundOfSecond(path, draft, io, { second, isResumed, registryVersion: Number(config.registryVersion) });
  return askRound(round, { begun: { isOpen: isResumed, versions: 0, taken: 0 }, signal }, io);
}

function roundOfSecond(
  path: FlatPath,
  { signal, onIdempotencyKey }: RoundDraft,
  io: AccountIo,
  { isResumed, ...begun }: { readonly second: UnixSeconds; readonly isResumed: boolean; readonly registryVersion: number },
): AskedRound {
  let { second, registryVersion } = begun;
  let named: UnixSeconds | undefined;
  // Nodes sign no stamp that is minutes away from the second: that bounds a round of an earlier call.
  let fromMs = isResumed ? 0 : io.clock.now() - CLOCKS_AGREE_MS;
  return {
    nextStep: nextStepBySecond,
    async announce() {
      if (second !== named) await onIdempotencyKey?.(String(second));
      named = second;
    },
    send: () => path.send({ second, registryVersion }),
    served(answer) {
      const roundId = path.roundIdAt(second);
      return {
        answer,
        roundId,
        feedOwner: path.feedOwner,
        timestampMs: toUnixMs(second),
        observedAtMs: { from: fromMs, to: io.clock.now() + CLOCKS_AGREE_MS },
        isOnLedger: ({ message }, readSignal) => path.receiptAt(roundId, message, readSignal),
      };
    },
    lookUp() {
      const roundId = path.roundIdAt(second);
      return lookUp({ ...io, authorize: () => path.authorizeRead(roundId) }, { roundId, signal });
    },
    mayTakeAnother: () => path.mayTakeAnother?.() ?? true,
    take({ next }) {
      // The clock may have been corrected since.
      const nowMs = io.clock.now();
      second = io.seconds.take(toHex(path.feedId), nowMs, next.taken);
      fromMs = nowMs - CLOCKS_AGREE_MS;
      return Promise.resolve(true);
    },
    followVersion(version) {
      registryVersion = version;
    },
    unknown: (cause) => new UnknownOutcomeError({ roundId: path.roundIdAt(second) }, { cause }),
  };
}

/** A round of this kind is named by its second. @throws ClientUsageError */
function secondOfKey(key: string): UnixSeconds {
  if (!/^\d{1,11}$/.test(key)) throw new ClientUsageError('resume', 'must be an idempotency key of the account');
  return unixSeconds(Number(key));
}
