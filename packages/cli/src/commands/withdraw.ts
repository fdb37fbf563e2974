import { offerCommand } from '../sending/offer-command.js';

export const withdraw = offerCommand({
  words: 'withdraw',
  summary: 'Empties your escrow with the gateway, in two steps with a delay between them',
  description: [
    'The first call pauses the escrow and requests the withdrawal. Once no round from before can settle any more, a second call moves the tokens to your key; until then it says from when on.',
  ],
  flags: {},
  sampleKey: 'agentPayer',
  examples: [['oracle-gateway withdraw', 'the next of the two steps; asks before it sends']],
  offer: ({ subscriber }, { signal }) => subscriber.offerWithdrawal({ signal }),
});
