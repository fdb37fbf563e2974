import { command, type CommandOperand, EXIT_CODES, operand, required } from '@oracle-gateway/caller/command';
import { base58, integerIn, moment, u64, UsageError } from '@oracle-gateway/caller/settings';
import { formatAddress } from '@oracle-gateway/protocol';
import { formatTime } from '@oracle-gateway/protocol/internal';
import { type DelegateAccount, delegateIsRevoked } from '@oracle-gateway/protocol/accounts';

import type { CliCommand } from '../deps.js';
import { OWN_KEY_FLAGS, offerCommand, openSubscriber } from '../sending/offer-command.js';

const OPERAND: CommandOperand = { name: 'address', meaning: "the delegate's own key, in base58", isRequired: true };
const SAMPLE_KEY = 'subscriptionOwner';

export const delegateAdd = offerCommand({
  words: 'delegate add',
  summary: 'Lets another key use your subscription, within bounds; again, it replaces the bounds',
  description: ['The other key asks with --account delegate and --subscription-owner. You pay the rent of its account.'],
  operands: [OPERAND],
  flags: {
    rounds: required(u64(1n), 'rounds that it may use in all, those that are settled included'),
    until: required(moment, 'when its right ends'),
    quorum: required(integerIn(1, 64), 'largest quorum of its rounds'),
  },
  sampleKey: SAMPLE_KEY,
  examples: [
    ['oracle-gateway delegate add 7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2 --rounds 100 --until 7d --quorum 3', 'for a service'],
  ],
  offer({ subscriber }, { flags: { rounds, until, quorum }, operands, nowSeconds, signal }) {
    const bounds = { rounds, maxSignatures: quorum, expiresAtSeconds: until(nowSeconds) };
    return subscriber.offerDelegate({ delegate: addressOf(operands), ...bounds }, { signal });
  },
});

export const delegateRevoke = offerCommand({
  words: 'delegate revoke',
  summary: 'Ends the right of another key to use your subscription, for good',
  description: ['Rounds that it was served before still settle.'],
  operands: [OPERAND],
  flags: {},
  sampleKey: SAMPLE_KEY,
  examples: [['oracle-gateway delegate revoke 7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2', 'shows the effect, and asks']],
  offer: ({ subscriber }, { operands, signal }) => subscriber.offerRevocation({ delegate: addressOf(operands) }, { signal }),
});

export const delegateList: CliCommand = command({
  words: 'delegate list',
  summary: 'Lists the keys that may use your subscription, with their bounds',
  description: ['One line a delegate: its key, the rounds that are settled and may be used, the largest quorum, its end and its state.'],
  operands: [],
  flags: OWN_KEY_FLAGS,
  examples: [['oracle-gateway delegate list', 'from the ledger']],
  async run(call) {
    const { flags, around, terminal } = call;
    const { subscriber } = await openSubscriber(call, flags, SAMPLE_KEY);
    const delegates = await subscriber.delegates({ signal: around.signal });
    if (delegates.length === 0) terminal.note('the subscription of the key has no delegates');
    for (const delegate of delegates) terminal.result(delegateText(delegate), delegateJson(delegate));
    return EXIT_CODES.done;
  },
});

function delegateText(delegate: DelegateAccount): string {
  const { authority, rounds, roundsSettled, maxSignatures, expiresAt, revokedAt } = delegate;
  const state = delegateIsRevoked(delegate) ? `revoked ${formatTime(revokedAt)}` : `until ${formatTime(expiresAt)}`;
  return `${formatAddress(authority)}  ${roundsSettled} of ${rounds} rounds  quorum up to ${maxSignatures}  ${state}`;
}

function delegateJson({ authority, rounds, roundsSettled, maxSignatures, expiresAt, revokedAt }: DelegateAccount): object {
  return { delegate: formatAddress(authority), rounds, roundsSettled, maxSignatures, expiresAt, revokedAt };
}

function addressOf(operands: readonly (string | undefined)[]): string {
  const address = base58.parse(operand({ operands }, 0));
  if (address === undefined) throw new UsageError('address', `must be ${base58.form}`);
  return address;
}
