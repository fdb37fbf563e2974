import { type FlagValues, optional, required, toggle, withDefault } from '@oracle-gateway/caller/command';
import { anyText, file, integerIn } from '@oracle-gateway/caller/settings';

import type { AdminCommand } from './admin-command.js';
import { sendingCommand } from './sending-command.js';
import { changedSettings, changedSettingsOf, protocolSettingsOf, requiredSettings } from './setting-flags.js';
import { address, addressOrNone, atomicUnits, count, digest32, indices, time } from './value-kinds.js';

/** The width of a signers' count. */
const signatures = integerIn(1, 64);
const gatewayFlag = { gateway: required(address, 'the Gateway account, or the key that it was registered with') };
const keyFlags = {
  rotator: optional(addressOrNone, 'cold key that may propose another key for the gateway, beside the administrator'),
  'rent-to': optional(address, 'key that gets the rent of closed rounds'),
};
const delegateFlag = { delegate: required(address, "the delegate's own key") };

/** Loaded when a command is called: a help needs no library of the ledger. */
function plans() {
  return import('../plans/index.js');
}

/** Every command that sends a transaction. */
export const SENDING_COMMANDS: readonly AdminCommand[] = [
  sendingCommand({
    words: 'initialise',
    sampleKey: 'administrator',
    summary: 'Creates the Config account of a newly deployed program; the key is its upgrade authority',
    flags: {
      mint: required(address, 'mint of the stablecoin, of the old token program: a Token-2022 mint is refused (WrongMint)'),
      network: optional(anyText, 'CAIP-2 id that the cluster must have, such as solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
      ...requiredSettings,
    },
    plan: async (ledger, { mint, network, ...settings }) =>
      (await plans()).planInitialise(ledger, {
        mint,
        ...(network === undefined ? {} : { network }),
        settings: protocolSettingsOf(settings),
      }),
  }),
  sendingCommand({
    words: 'settings',
    sampleKey: 'administrator',
    summary: 'Changes the given settings and leaves the others',
    flags: changedSettings,
    plan: async (ledger, values) => (await plans()).planSettings(ledger, { settings: changedSettingsOf(values) }),
  }),
  sendingCommand({
    words: 'treasury create',
    sampleKey: 'administrator',
    summary: 'Creates the token account that collects payments, before the first subscription; any key may sign',
    flags: {},
    plan: async (ledger) => (await plans()).planTreasuryCreate(ledger),
  }),
  sendingCommand({
    words: 'treasury withdraw',
    sampleKey: 'administrator',
    summary: 'Moves tokens from the treasury to a token account',
    flags: {
      to: required(address, 'token account that receives'),
      leave: withDefault(atomicUnits, '0', 'atomic units that stay in the treasury'),
    },
    plan: async (ledger, { to, leave }) => (await plans()).planTreasuryWithdraw(ledger, { destination: to, leaveAtomic: leave }),
  }),
  sendingCommand({
    words: 'register-node',
    sampleKey: 'administrator',
    summary: "Writes a node's account, after the program has checked its proof of possession",
    flags: {
      proof: required(file, 'output of `oracle-node prove`'),
      'into-registry': toggle(
        'also makes the next registry version with this key, in the same transaction; announced first where a delay says so',
      ),
    },
    plan: async (ledger, values, { files }) =>
      (await plans()).planRegisterNode(ledger, {
        registration: await (await import('./registration-file.js')).readRegistration(files, values.proof),
        intoRegistry: values['into-registry'],
      }),
  }),
  sendingCommand({
    words: 'change-registry',
    sampleKey: 'administrator',
    summary: 'Makes the next registry version',
    flags: {
      set: optional(indices, 'nodes that sign, with the key of their account; none by default'),
      remove: optional(indices, 'nodes that stop signing; none by default'),
      'redundancy-buffer': optional(integerIn(0, 63), 'nodes beyond the quorum that are asked to sign; by default the present number'),
      emergency: toggle('ends every older version at once: their unsettled rounds are lost'),
    },
    plan: async (ledger, values) => {
      const redundancyBuffer = values['redundancy-buffer'];
      const { set = [], remove = [], emergency } = values;
      return (await plans()).planChangeRegistry(ledger, {
        set,
        remove,
        emergency,
        ...(redundancyBuffer === undefined ? {} : { redundancyBuffer }),
      });
    },
  }),
  sendingCommand({
    words: 'register-gateway',
    sampleKey: 'administrator',
    summary: 'Creates the account of a gateway, in service at once',
    flags: { gateway: required(address, "the gateway's own key, the first one"), ...keyFlags },
    plan: async (ledger, { gateway, ...keys }) =>
      (await plans()).planRegisterGateway(ledger, { gatewayAuthority: gateway, ...keysOf(keys) }),
  }),
  sendingCommand({
    words: 'gateway update',
    sampleKey: 'administrator',
    summary: 'Replaces the rotator of a gateway, or where its rent goes; the rotator or the administrator signs',
    flags: { ...gatewayFlag, ...keyFlags },
    plan: async (ledger, { gateway, ...keys }) => (await plans()).planUpdateGateway(ledger, { gateway, ...keysOf(keys) }),
  }),
  sendingCommand({
    words: 'gateway propose-key',
    sampleKey: 'administrator',
    summary: 'Proposes another key for a gateway, which has to accept; the rotator or the administrator signs',
    flags: { ...gatewayFlag, to: required(addressOrNone, 'next key of the gateway; none withdraws the proposal') },
    plan: async (ledger, { gateway, to }) => (await plans()).planProposeGatewayKey(ledger, { gateway, newAuthority: to }),
  }),
  sendingCommand({
    words: 'gateway accept-key',
    sampleKey: 'gateway',
    summary: 'Makes the key the one of the gateway; it must be the proposed key',
    flags: gatewayFlag,
    plan: async (ledger, { gateway }) => (await plans()).planAcceptGatewayKey(ledger, { gateway }),
  }),
  sendingCommand({
    words: 'cancel-change',
    sampleKey: 'administrator',
    summary: 'Cancels an announced change; the administrator or the guardian signs',
    flags: { digest: required(digest32, 'digest of the change, as `show` prints it') },
    plan: async (ledger, { digest }) => (await plans()).planCancelChange(ledger, { digest }),
  }),
  sendingCommand({
    words: 'gateway stop',
    sampleKey: 'administrator',
    summary: 'Takes a gateway out of service; rounds served before still settle',
    flags: gatewayFlag,
    plan: async (ledger, { gateway }) => (await plans()).planGatewayStatus(ledger, { gateway, status: 'inactive' }),
  }),
  sendingCommand({
    words: 'gateway start',
    sampleKey: 'administrator',
    summary: 'Puts a gateway back into service',
    flags: gatewayFlag,
    plan: async (ledger, { gateway }) => (await plans()).planGatewayStatus(ledger, { gateway, status: 'active' }),
  }),
  sendingCommand({
    words: 'gateway emergency-stop',
    sampleKey: 'administrator',
    summary: 'Takes a gateway out of service at once, for example when its key is stolen',
    flags: gatewayFlag,
    plan: async (ledger, { gateway }) => (await plans()).planGatewayStatus(ledger, { gateway, status: 'stopped in an emergency' }),
  }),
  sendingCommand({
    words: 'hand-over',
    sampleKey: 'administrator',
    summary: 'Proposes another administrator, which has to accept',
    flags: { to: required(addressOrNone, 'next administrator; none withdraws the proposal') },
    plan: async (ledger, { to }) => (await plans()).planHandOver(ledger, { newAuthority: to }),
  }),
  sendingCommand({
    words: 'accept',
    sampleKey: 'administrator',
    summary: 'Makes the key the administrator; it must be the proposed key',
    flags: {},
    plan: async (ledger) => (await plans()).planAccept(ledger),
  }),
  sendingCommand({
    words: 'subscribe',
    sampleKey: 'subscriptionOwner',
    summary: "Opens the key's own subscription and pays for it",
    flags: {
      ...gatewayFlag,
      'max-signatures': required(signatures, 'largest quorum of the subscription'),
      rounds: required(count, 'rounds to buy'),
      expires: required(time, 'end of the subscription'),
    },
    plan: async (ledger, values) =>
      (await plans()).planSubscribe(ledger, {
        gateway: values.gateway,
        maxSignatures: values['max-signatures'],
        rounds: values.rounds,
        expiresAtSeconds: values.expires,
      }),
  }),
  sendingCommand({
    words: 'renew',
    sampleKey: 'subscriptionOwner',
    summary: "Fills the key's own subscription",
    flags: {
      rounds: withDefault(count, '0', 'rounds left afterwards, at least'),
      expires: optional(time, 'end of the subscription afterwards, at least; by default the present end'),
    },
    plan: async (ledger, { rounds, expires }) =>
      (await plans()).planRenew(ledger, { rounds, ...(expires === undefined ? {} : { expiresAtSeconds: expires }) }),
  }),
  sendingCommand({
    words: 'delegate set',
    sampleKey: 'subscriptionOwner',
    summary: "Lets another key use rounds of the key's own subscription, or replaces its bounds",
    flags: {
      ...delegateFlag,
      rounds: required(count, 'rounds of the delegate in all, settled rounds included'),
      'max-signatures': required(signatures, 'largest quorum of the delegate'),
      expires: required(time, 'end of the delegate'),
    },
    plan: async (ledger, values) =>
      (await plans()).planSetDelegate(ledger, {
        authority: values.delegate,
        rounds: values.rounds,
        maxSignatures: values['max-signatures'],
        expiresAtSeconds: values.expires,
      }),
  }),
  sendingCommand({
    words: 'delegate revoke',
    sampleKey: 'subscriptionOwner',
    summary: 'Ends a delegate for good; rounds served before still settle',
    flags: delegateFlag,
    plan: async (ledger, { delegate }) => (await plans()).planRevokeDelegate(ledger, { authority: delegate }),
  }),
  sendingCommand({
    words: 'delegate close',
    sampleKey: 'subscriptionOwner',
    summary: 'Reclaims the rent of an ended delegate, once none of its rounds is left to settle',
    flags: delegateFlag,
    plan: async (ledger, { delegate }) => (await plans()).planCloseDelegate(ledger, { authority: delegate }),
  }),
  sendingCommand({
    words: 'escrow fund',
    sampleKey: 'agentPayer',
    summary: "Pays into the key's own escrow with a gateway; creates the escrow's token account if it does not exist",
    flags: { ...gatewayFlag, hold: required(atomicUnits, 'atomic units that the escrow holds afterwards, at least') },
    plan: async (ledger, { gateway, hold }) => (await plans()).planFundEscrow(ledger, { gateway, holdAtomic: hold }),
  }),
  sendingCommand({
    words: 'escrow pause',
    sampleKey: 'agentPayer',
    summary: 'Pauses an escrow: it serves no more rounds; rounds served before still settle',
    flags: gatewayFlag,
    plan: async (ledger, { gateway }) => (await plans()).planPauseEscrow(ledger, { gateway }),
  }),
  sendingCommand({
    words: 'escrow resume',
    sampleKey: 'agentPayer',
    summary: 'Ends the pause of an escrow, and a request to withdraw with it',
    flags: gatewayFlag,
    plan: async (ledger, { gateway }) => (await plans()).planResumeEscrow(ledger, { gateway }),
  }),
  sendingCommand({
    words: 'escrow request-withdraw',
    sampleKey: 'agentPayer',
    summary: 'Pauses an escrow and starts the delay before a withdrawal',
    flags: gatewayFlag,
    plan: async (ledger, { gateway }) => (await plans()).planRequestWithdraw(ledger, { gateway }),
  }),
  sendingCommand({
    words: 'escrow withdraw',
    sampleKey: 'agentPayer',
    summary: 'Moves tokens from an escrow back to its payer, once the delay is over and nothing is left to settle',
    flags: {
      ...gatewayFlag,
      leave: withDefault(atomicUnits, '0', 'atomic units that stay in the escrow'),
      to: optional(address, "token account of the key's own that receives; its associated one by default"),
    },
    plan: async (ledger, { gateway, leave, to }) =>
      (await plans()).planWithdrawEscrow(ledger, { gateway, leaveAtomic: leave, ...(to === undefined ? {} : { destination: to }) }),
  }),
  sendingCommand({
    words: 'rent reclaim',
    sampleKey: 'administrator',
    summary: 'Closes registry versions and signer sets that are over; the rent goes to the administrator and to the payer of the set',
    flags: {},
    plan: async (ledger) => (await plans()).planReclaim(ledger),
  }),
];

function keysOf({ rotator, 'rent-to': rentTo }: FlagValues<typeof keyFlags>) {
  return { ...(rotator === undefined ? {} : { rotator }), ...(rentTo === undefined ? {} : { rentTo }) };
}
