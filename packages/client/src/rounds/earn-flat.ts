import { type Address, type FeedId, toHex, toUnixMs, type UnixSeconds, unixSeconds } from '@oracle-gateway/protocol';
import { ClientUsageError, UnknownOutcomeError } from '../base/errors.js';
import { createRetries } from '../base/retries.js';
import { isAborted } from '../base/wait.js';
import type { JsonAnswer } from '../http/read-json.js';
import type { AccountIo, EarnedRound, RoundDraft } from './account.js';
import { lookUp, type Outcome } from './look-up.js';
import { isNamedVersionOnLedger } from './named-version.js';
import { nextStep } from './next-step.js';

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
  /** Whether one more second may be paid for, should every second that was signed so far be charged. */
  mayTakeAnother?(): boolean;
  /** Signs and sends. The same input makes the same request. */
  send(input: { readonly second: UnixSeconds; readonly registryVersion: number }): Promise<JsonAnswer>;
  /** The value of `Authorization` that shows the result, where it is private. */
  authorizeRead(roundId: string): Promise<string>;
}

/** Seconds that other clients of the same owner took before the call gives up. */
const MAX_TAKEN = 12;
const MAX_VERSIONS = 3;

/**
 * Asks for a round until it is served, as the table of errors says. A second whose fate is unknown is never left behind: it is looked up,
 * and asked for again under the same identity, which is charged once.
 */
export async function earnFlatRound(path: FlatPath, draft: RoundDraft, io: AccountIo): Promise<EarnedRound> {
  const { signal, onNamed } = draft;
  const resumed = draft.resume === undefined ? undefined : secondNamed(draft.resume);
  const feed = toHex(path.feedId);
  let registryVersion = Number((await io.ledger.current(signal)).config.registryVersion);
  const retries = createRetries(io, signal);
  let second = path.firstSecond ?? resumed ?? io.seconds.take(feed, io.clock.now(), 0);
  let taken = 0;
  let versions = 0;
  let isClockRight = false;
  /** An earlier call for this second may have been served. */
  let isOpen = second === resumed;
  let named: UnixSeconds | undefined;

  const served = (answer: unknown): EarnedRound => {
    const instant = toUnixMs(second);
    const roundId = path.roundIdAt(second);
    return {
      answer,
      roundId,
      feedOwner: path.feedOwner,
      signedAtMs: { from: instant, to: instant },
      isOnLedger: ({ message }, readSignal) => path.receiptAt(roundId, message, readSignal),
    };
  };
  const another = (): void => {
    second = io.seconds.take(feed, io.clock.now(), taken);
    isOpen = false;
  };
  const mayTakeAnother = (): boolean => path.mayTakeAnother?.() ?? true;
  const lookUpNow = (): Promise<Outcome> => {
    const roundId = path.roundIdAt(second);
    return lookUp({ ...io, authorize: () => path.authorizeRead(roundId) }, { roundId, signal });
  };
  const giveUp = (error: unknown): Error => {
    if (isOpen) return new UnknownOutcomeError({ roundId: path.roundIdAt(second) }, { cause: error });
    return error instanceof Error ? error : new Error(String(error));
  };

  async function isOnLedger(version: number): Promise<boolean> {
    try {
      return await isNamedVersionOnLedger(io, version, signal);
    } catch (error) {
      throw isAborted(signal) ? error : giveUp(error);
    }
  }

  if (isOpen) {
    const outcome = await lookUpNow();
    if (outcome.kind === 'served') return served(outcome.answer);
    if (outcome.kind === 'not-served') another();
  }
  for (;;) {
    if (second !== named) await onNamed?.(String(second));
    named = second;
    let failure: unknown;
    try {
      return served((await path.send({ second, registryVersion })).body);
    } catch (error) {
      failure = error;
    }
    if (signal?.aborted === true) throw failure;
    const step = nextStep(failure);
    switch (step.kind) {
      case 'give-up':
        // A refusal that nothing was reserved for says nothing of an earlier call of the same second.
        throw giveUp(failure);
      case 'version':
        versions += 1;
        if (versions > MAX_VERSIONS || !(await isOnLedger(step.registryVersion))) throw giveUp(failure);
        registryVersion = step.registryVersion;
        break;
      case 'clock':
        if (isOpen) {
          const outcome = await lookUpNow();
          if (outcome.kind === 'served') return served(outcome.answer);
        }
        // The ledger decides whose clock is wrong.
        if (isClockRight || !mayTakeAnother() || (await io.clock.correct(step.gatewayMs, signal)) === 0) throw failure;
        isClockRight = true;
        another();
        break;
      case 'taken':
        if (isOpen) {
          const outcome = await lookUpNow();
          if (outcome.kind === 'served') return served(outcome.answer);
        }
        taken += 1;
        if (taken > MAX_TAKEN || !mayTakeAnother()) throw failure;
        another();
        break;
      case 'fresh':
        if (!mayTakeAnother() || !(await retries.again(step.waitMs))) throw failure;
        another();
        break;
      case 'same':
        if (!(await retries.again(step.waitMs))) throw giveUp(failure);
        break;
      case 'unsent':
        // An earlier call of this second that may have arrived stays open.
        if (!(await retries.unsent())) throw giveUp(failure);
        break;
      case 'look-up': {
        isOpen = true;
        const outcome = await lookUpNow();
        if (outcome.kind === 'served') return served(outcome.answer);
        if (outcome.kind === 'not-served') isOpen = false;
        if (outcome.kind === 'not-served' && !mayTakeAnother()) throw failure;
        if (!(await retries.again())) throw giveUp(failure);
        if (outcome.kind === 'not-served') another();
        break;
      }
    }
  }
}

/** A round of this kind is named by its second. @throws ClientUsageError */
function secondNamed(name: string): UnixSeconds {
  if (!/^\d{1,11}$/.test(name)) throw new ClientUsageError('resume', 'must be the name of a round of this account');
  return unixSeconds(Number(name));
}
