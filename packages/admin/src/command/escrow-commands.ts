import { planFundEscrow, planPauseEscrow, planRequestWithdraw, planResumeEscrow, planWithdrawEscrow } from '../plans/escrows.js';
import { command, type CommandDefinition } from './command-definition.js';
import { address, atomicUnits, optional, required, withDefault } from './flag.js';
import { gatewayFlag } from './gateway-flag.js';

/** Commands of an agent about its escrow. */
export const ESCROW_COMMANDS: readonly CommandDefinition[] = [
  command({
    words: 'escrow fund',
    summary: "Pays into the key's own escrow with a gateway; creates the escrow's token account if it does not exist",
    flags: { ...gatewayFlag, hold: required(atomicUnits, 'atomic units that the escrow holds afterwards, at least') },
    plan: (ledger, { gateway, hold }) => planFundEscrow(ledger, { gatewayAuthority: gateway, holdAtomic: hold }),
  }),
  command({
    words: 'escrow pause',
    summary: 'Pauses an escrow: it serves no more rounds; rounds served before still settle',
    flags: gatewayFlag,
    plan: (ledger, { gateway }) => planPauseEscrow(ledger, { gatewayAuthority: gateway }),
  }),
  command({
    words: 'escrow resume',
    summary: 'Ends the pause of an escrow, and a request to withdraw with it',
    flags: gatewayFlag,
    plan: (ledger, { gateway }) => planResumeEscrow(ledger, { gatewayAuthority: gateway }),
  }),
  command({
    words: 'escrow request-withdraw',
    summary: 'Pauses an escrow and starts the delay before a withdrawal',
    flags: gatewayFlag,
    plan: (ledger, { gateway }) => planRequestWithdraw(ledger, { gatewayAuthority: gateway }),
  }),
  command({
    words: 'escrow withdraw',
    summary: 'Moves tokens from an escrow back to its payer, once the delay is over and nothing is left to settle',
    flags: {
      ...gatewayFlag,
      leave: withDefault(atomicUnits, 0n, 'atomic units that stay in the escrow'),
      to: optional(address, "token account of the key's own that receives; its associated one by default"),
    },
    plan: (ledger, { gateway, leave, to }) =>
      planWithdrawEscrow(ledger, { gatewayAuthority: gateway, leaveAtomic: leave, ...(to === undefined ? {} : { destination: to }) }),
  }),
];
