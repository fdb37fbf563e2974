import { changeDigest, instructions, madeAsAnnounced, type LedgerInstruction } from '@oracle-gateway/ledger';
import { toHex } from '@oracle-gateway/protocol';
import { ANNOUNCEMENT_LIFE_SECONDS, equalBytes, formatTime } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_BYTES,
  decodePendingChange,
  pendingChangeAddress,
  type ConfigAccount,
  type NodeAccount,
  type PendingChangeAccount,
} from '@oracle-gateway/protocol/accounts';

import { readClock, readOwn, type AdminLedger } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { alreadySo, change, type Change, type Plan } from '../plan.js';

const KEY_BYTES = 64;
const SECONDS_OF_A_DAY = 86_400n;
const NOTHING: NonNullable<WaitingInput['before']> = { effects: [], instructions: [], creates: [] };

export interface WaitingInput {
  readonly config: ConfigAccount;
  /** The change could forge values: under a delay it is announced first. */
  readonly mustWait: boolean;
  /** Made, or announced and made. */
  readonly instruction: LedgerInstruction;
  readonly effects: readonly string[];
  readonly creates?: Change['creates'];
  readonly isPart?: boolean;
  /** The part of the transaction before it, which needs no announcement. */
  readonly before?: Pick<Change, 'effects' | 'instructions' | 'creates'>;
  /** The Node accounts that it sets, in order, as they are after `before`. */
  readonly nodes?: readonly Pick<NodeAccount, 'publicKey'>[];
}

/**
 * The change at once where it needs no announcement. Else the same command makes both steps: it announces the change, and makes it once its
 * time has come. Throws NotPossibleError where an announcement cannot be made any more.
 */
export async function planWaiting(ledger: AdminLedger, input: WaitingInput): Promise<Plan> {
  const { config, instruction, isPart = false, before = NOTHING, nodes = [] } = input;
  const { additionsDelaySeconds } = config;
  const making = (made: LedgerInstruction): Plan =>
    change({
      effects: [...before.effects, ...input.effects],
      instructions: [...before.instructions, made],
      creates: [...before.creates, ...(input.creates ?? [])],
      isPart,
    });
  if (!input.mustWait || additionsDelaySeconds === 0n) return making(instruction);
  const { programId, signer } = ledger;
  const digest = changeDigest(instruction);
  const address = pendingChangeAddress(programId, digest);
  const cancel = `\`cancel-change --digest ${toHex(digest)}\` of the administrator or the guardian takes it back`;
  const pending = await readOwn(ledger, address, decodePendingChange);
  if (pending === null) {
    const bytes = ACCOUNT_BYTES.pendingChange + instruction.data.length + KEY_BYTES * nodes.length;
    return change({
      effects: [
        ...before.effects,
        ...input.effects.map((effect) => `announces: ${effect}`),
        `it can be made ${additionsDelaySeconds} seconds from now, and for ${ANNOUNCEMENT_LIFE_SECONDS / SECONDS_OF_A_DAY} days: repeat this command then`,
        cancel,
      ],
      instructions: [...before.instructions, instructions.announceChange({ programId, authority: signer.address, change: instruction })],
      creates: [...before.creates, { what: 'PendingChange', address, bytes }],
    });
  }
  if (!keysAre(pending, instruction, nodes))
    throw new NotPossibleError('announcement', `names other keys than the nodes have now: ${cancel}; then repeat this command`);
  const now = await readClock(ledger);
  if (now > pending.effectiveAt + ANNOUNCEMENT_LIFE_SECONDS)
    throw new NotPossibleError(
      'announcement',
      `could be made until ${formatTime(pending.effectiveAt + ANNOUNCEMENT_LIFE_SECONDS)}: ${cancel}`,
    );
  if (now >= pending.effectiveAt) return making(madeAsAnnounced(instruction));
  const told = `the change is announced, and can be made from ${formatTime(pending.effectiveAt)} on: repeat this command then`;
  return before.instructions.length === 0 ? alreadySo(told) : change({ ...before, effects: [...before.effects, told] });
}

function keysAre({ change: announced }: PendingChangeAccount, { data }: LedgerInstruction, nodes: WaitingInput['nodes'] = []): boolean {
  const keys = announced.subarray(data.length);
  return (
    keys.length === KEY_BYTES * nodes.length &&
    nodes.every(({ publicKey }, place) => equalBytes(publicKey, keys.subarray(KEY_BYTES * place, KEY_BYTES * (place + 1))))
  );
}
