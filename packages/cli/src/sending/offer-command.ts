import { accountDepsOf, connectToRead, ledgerOf } from '@oracle-gateway/caller';
import {
  type CommandDefinition,
  type CommandFailure,
  type CommandOperand,
  command,
  EXIT_CODES,
  type ExitCode,
  failure,
  type Flags,
  type FlagValues,
  grouped,
  OUTPUT_FLAGS,
  settingFlag,
  toggle,
} from '@oracle-gateway/caller/command';
import { readCallSettings, SETTINGS } from '@oracle-gateway/caller/settings';
import type { NothingToSign, Offer, SubscriberActions, TransactionFate, WalletSigner } from '@oracle-gateway/client/subscriber';

import type { CliCall, CliCommand } from '../deps.js';
import { CONNECTION_FLAGS } from '../flag-groups.js';
import { offerJson, offerText } from './offer-text.js';

/** Flags of every command about what a key has on the ledger. */
export const OWN_KEY_FLAGS = { ...grouped('Account', { key: settingFlag(SETTINGS.key) }), ...CONNECTION_FLAGS, ...OUTPUT_FLAGS };

const SENDING_FLAGS = { ...grouped('Sending', { yes: toggle('sends without asking') }), ...OWN_KEY_FLAGS };

/** Sample keys of the localnet. */
export type SampleKey = 'subscriptionOwner' | 'agentPayer';

export interface OpenedSubscriber {
  readonly subscriber: SubscriberActions;
  readonly wallet: WalletSigner;
}

/** The key of one call, at the gateway of its settings. The gateway names its account, and the ledger has to know it. Throws UsageError. */
export async function openSubscriber(
  { around, deps }: CliCall,
  flags: FlagValues<typeof OWN_KEY_FLAGS>,
  sampleKey: SampleKey,
): Promise<OpenedSubscriber> {
  const settings = await readCallSettings(around, flags);
  const ledger = ledgerOf(settings);
  const { secretKey } = await accountDepsOf(deps.caller, settings, { sampleKey, pays: false }).readKey();
  const { client } = await connectToRead(deps.caller, flags);
  const { gatewayPda } = await client.info({ signal: around.signal });
  const { createSubscriber, keypairWallet } = await import('@oracle-gateway/client/subscriber');
  const wallet = keypairWallet(secretKey);
  return { subscriber: createSubscriber({ ledger, gateway: gatewayPda, address: wallet.address }), wallet };
}

interface OfferDefinition<F extends Flags> extends Pick<CommandDefinition<unknown>, 'words' | 'summary' | 'description' | 'examples'> {
  readonly operands?: readonly CommandOperand[];
  readonly flags: F;
  readonly sampleKey: SampleKey;
  readonly offer: (
    opened: OpenedSubscriber,
    given: {
      readonly flags: FlagValues<F>;
      readonly operands: readonly (string | undefined)[];
      readonly nowSeconds: bigint;
      readonly signal: AbortSignal;
    },
  ) => Promise<Offer | NothingToSign>;
}

/** Declares a command that shows what a transaction does and costs, asks, sends, and waits until its outcome is certain. */
export function offerCommand<F extends Flags>({ operands = [], flags, offer, sampleKey, ...told }: OfferDefinition<F>): CliCommand {
  return command({
    ...told,
    operands,
    flags: { ...flags, ...SENDING_FLAGS },
    async run(call) {
      const { around, deps, terminal } = call;
      // The flags of the command and those of every sending command.
      const given = call.flags as unknown as FlagValues<F> & FlagValues<typeof SENDING_FLAGS>;
      const opened = await openSubscriber(call, given, sampleKey);
      const nowSeconds = BigInt(Math.floor(deps.caller.clock() / 1_000));
      const offered = await offer(opened, { flags: given, operands: call.operands, nowSeconds, signal: around.signal });
      if (offered.kind === 'nothing to sign') {
        const { statement } = offered;
        terminal.result(`nothing to send: ${statement}`, { command: told.words, outcome: 'nothing to send', statement });
        return EXIT_CODES.done;
      }
      terminal.say(offerText(told.words, offered));
      const members = { command: told.words, ...offerJson(offered) };
      if (!given.yes && !isYes(await deps.ask('Send it? [y/N] '))) {
        terminal.result('nothing was sent; --yes sends without asking', { ...members, outcome: 'declined' });
        return EXIT_CODES.declined;
      }
      return send(call, { opened, offered, members });
    },
  });
}

async function send(
  { around, terminal }: CliCall,
  { opened, offered, members }: { readonly opened: OpenedSubscriber; readonly offered: Offer; readonly members: object },
): Promise<ExitCode> {
  const { subscriber, wallet: signer } = opened;
  const { signal } = around;
  const fate = await subscriber.accept(offered, { signer, signal, onSending: (signature) => terminal.note(`sending ${signature}`) });
  if (fate.kind === 'landed') {
    const { signature } = fate;
    terminal.result(`done, confirmed: ${signature}`, { ...members, outcome: 'done', signature });
    return EXIT_CODES.done;
  }
  const { exitCode, text, json } = fateFailure(fate);
  terminal.failure(text, { error: { ...json.error, ...members } });
  return exitCode;
}

/** A transaction that was made and is not done. */
function fateFailure(fate: Exclude<TransactionFate, { kind: 'landed' }>): CommandFailure {
  const { signature } = fate;
  const members = { signature };
  switch (fate.kind) {
    case 'refused':
      return failure({
        exitCode: EXIT_CODES.refused,
        code: 'refused',
        message: `the ledger refused it, nothing changed: ${fate.reason}`,
        members,
      });
    case 'failed':
      return failure({
        exitCode: EXIT_CODES.refused,
        code: 'failed',
        message: `${signature} failed on the ledger: its fee is paid, and nothing else changed`,
        members,
      });
    case 'expired':
      return failure({
        exitCode: EXIT_CODES.unreachable,
        code: 'expired',
        message: `${signature} did not land in time: nothing changed, try again`,
        members,
      });
    case 'unknown':
      return failure({
        exitCode: EXIT_CODES.unknown,
        code: 'unknown_outcome',
        message: `${signature} was sent, and its outcome is unknown`,
        remarks: [
          `it may still land while the block height is at most ${fate.lastBlockHeight}: look up this signature on the ledger before you send again`,
        ],
        members: { ...members, lastBlockHeight: fate.lastBlockHeight },
      });
  }
}

function isYes(answer: string | null): boolean {
  return answer !== null && /^y(es)?$/i.test(answer.trim());
}
