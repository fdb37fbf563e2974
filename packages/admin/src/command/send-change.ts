import { type Call, EXIT_CODES, type ExitCode, failure, type CommandFailure, type Flags } from '@oracle-gateway/caller/command';
import { describeRefusal } from '@oracle-gateway/ledger';
import { formatAddress } from '@oracle-gateway/protocol';

import { administer, type AdminLedger } from '../admin-ledger.js';
import { carryOutChange, type ChangeOutcome } from '../carry-out.js';
import type { Change } from '../plan.js';
import { quote, type Quote } from '../quote.js';
import { formatLamports, formatTokens } from '../wording.js';
import { type AdminDeps, ledgerViewInputOf, settingsOf, signerOf } from './admin-command.js';
import { describeAdminError } from './failure.js';
import type { SENDING_FLAGS, SendingDefinition } from './sending-definition.js';

/** Largest number of transactions of one command: a whole registry takes three. */
const MAX_PARTS = 8;

type SendingCall = Call<AdminDeps, typeof SENDING_FLAGS>;

/** Makes the transactions of a command one after another: shows, asks, sends, and waits until the outcome is certain. */
export async function sendChanges(call: SendingCall, { words, plan: planNext, sampleKey }: SendingDefinition<Flags>): Promise<ExitCode> {
  const { flags, around, terminal } = call;
  /** Transactions of the command that are on the ledger. */
  let sent = 0;
  try {
    const settings = await settingsOf(around, flags);
    const signer = await signerOf(around, settings, sampleKey);
    const ledger = administer({ ...ledgerViewInputOf(settings), signer, priorityFeeMicroLamports: flags['priority-fee'] });
    for (; ; sent += 1) {
      const plan = await planNext(ledger, flags, around);
      if (plan.kind === 'already so') {
        const { statement } = plan;
        terminal.result(`already so: ${statement}`, { command: words, outcome: 'already so', statement });
        return EXIT_CODES.done;
      }
      const exitCode = await follow(call, { ledger, plan, words, sent });
      if (exitCode !== null) return exitCode;
    }
  } catch (error) {
    const known = describeAdminError(error);
    if (known === null) throw error;
    terminal.failure(`${known.text}\n${nothingSent(sent)}`, { error: { ...known.json.error, command: words } });
    return known.exitCode;
  }
}

interface Part {
  readonly ledger: AdminLedger;
  readonly plan: Change;
  readonly words: string;
  readonly sent: number;
}

/** Returns null where the next part follows. */
async function follow({ flags, deps, terminal }: SendingCall, { ledger, plan, words, sent }: Part): Promise<ExitCode | null> {
  const costs = await quote(ledger, plan);
  const members = { command: words, ...quoteJson(costs) };
  terminal.say(`${words}, signed by ${formatAddress(ledger.signer.address)}\n${describeChange(plan, costs)}`);
  if (!flags.yes && !isYes(await deps.ask('Send it? [y/N] '))) {
    terminal.result(nothingSent(sent), { ...members, outcome: 'declined' });
    return EXIT_CODES.declined;
  }
  const { computeUnitLimit } = costs;
  const outcome = await carryOutChange(ledger, plan, { computeUnitLimit, onSending: (signature) => terminal.say(`sending ${signature}`) });
  if (outcome.kind !== 'done') {
    const { exitCode, text, json } = outcomeFailure(outcome);
    terminal.failure(text, { error: { ...json.error, ...members } });
    return exitCode;
  }
  const { signature, slot } = outcome;
  const text = `done, confirmed in slot ${slot}`;
  if (plan.isPart === true && sent < MAX_PARTS) {
    terminal.say(text);
    return null;
  }
  terminal.result(text, { ...members, outcome: 'done', signature, slot });
  return EXIT_CODES.done;
}

function nothingSent(sent: number): string {
  return sent === 0 ? 'nothing was sent' : `nothing more was sent after ${sent} transactions: repeat the command to continue`;
}

function isYes(answer: string | null): boolean {
  return answer !== null && /^y(es)?$/i.test(answer.trim());
}

function describeChange({ effects, creates }: Change, { feeLamports, rentLamports, tokens }: Quote): string {
  const created = creates.map(({ what }) => what).join(', ');
  return [
    ...effects.map((effect) => `  ${effect}`),
    'costs',
    `  fee     ${formatLamports(feeLamports)}`,
    ...(rentLamports === 0n ? [] : [`  rent    ${formatLamports(rentLamports)}, locked in ${created}`]),
    ...(tokens === null ? [] : [`  tokens  ${formatTokens(tokens.amountAtomic, tokens.decimals)} of mint ${formatAddress(tokens.mint)}`]),
  ].join('\n');
}

function quoteJson({ feeLamports, rentLamports, tokens }: Quote): object {
  return { feeLamports, rentLamports, tokensAtomic: tokens?.amountAtomic ?? 0n };
}

/** A transaction that was sent and is not done. */
function outcomeFailure(outcome: Exclude<ChangeOutcome, { kind: 'done' }>): CommandFailure {
  const { signature } = outcome;
  switch (outcome.kind) {
    case 'refused': {
      const reason = describeRefusal(outcome.refusal);
      const paid = outcome.paid ? '; its fee is paid' : '';
      const message = `refused by the ledger, nothing changed${paid}: ${reason}`;
      return failure({ exitCode: EXIT_CODES.refused, code: 'refused', message, members: { signature, feePaid: outcome.paid } });
    }
    case 'expired': {
      const message = 'not landed before its blockhash expired: nothing changed, try again';
      return failure({ exitCode: EXIT_CODES.unreachable, code: 'expired', message, members: { signature } });
    }
    case 'unknown': {
      const { lastValidBlockHeight, reason } = outcome;
      return failure({
        exitCode: EXIT_CODES.unknown,
        code: 'unknown_outcome',
        message: `${signature} was sent, and its outcome is unknown (${reason})`,
        remarks: [
          `it may still land while the block height is at most ${lastValidBlockHeight}: look up this signature on the ledger`,
          'repeating the command later changes nothing that is done',
        ],
        members: { signature, lastValidBlockHeight },
      });
    }
  }
}
