import { MEASUREMENT } from '../capacity/measurement.js';
import { planAccept, planHandOver } from '../plans/authority.js';
import { planCloseDelegate, planRevokeDelegate, planSetDelegate } from '../plans/delegates.js';
import { planGatewayStatus, planRegisterGateway } from '../plans/gateways.js';
import { planInitialise } from '../plans/initialise.js';
import { planReclaim } from '../plans/reclaim.js';
import { planRegisterNode } from '../plans/register-node.js';
import { planChangeRegistry } from '../plans/registry.js';
import { planSettings } from '../plans/settings.js';
import { planRenew, planSubscribe } from '../plans/subscriptions.js';
import { planTreasuryCreate, planTreasuryWithdraw } from '../plans/treasury.js';
import { command, type CommandDefinition } from './command-definition.js';
import { ESCROW_COMMANDS } from './escrow-commands.js';
import {
  address,
  addressOrNone,
  anyText,
  atomicUnits,
  bufferSize,
  endpointsByIndex,
  file,
  indices,
  milliseconds,
  oneOf,
  optional,
  rate,
  required,
  signatures,
  time,
  toggle,
  u64,
  withDefault,
} from './flag.js';
import { gatewayFlag } from './gateway-flag.js';
import { readRegistration } from './registration-file.js';
import { changedSettings, changedSettingsOf, requiredSettings, settingsOf } from './setting-flags.js';

const delegateFlag = { delegate: required(address, "the delegate's own key") };

/** Every command that sends a transaction. */
export const COMMANDS: readonly CommandDefinition[] = [
  command({
    words: 'initialise',
    summary: 'Creates the Config account of a newly deployed program; the key is its upgrade authority',
    flags: {
      mint: required(address, 'mint of the stablecoin, of the old token program: a Token-2022 mint is refused (WrongMint)'),
      network: optional(anyText, 'CAIP-2 id that the cluster must have, such as solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
      ...requiredSettings,
    },
    plan: (ledger, { mint, network, ...settings }) =>
      planInitialise(ledger, { mint, ...(network === undefined ? {} : { network }), settings: settingsOf(settings) }),
  }),
  command({
    words: 'settings',
    summary: 'Changes the given settings and leaves the others',
    flags: changedSettings,
    plan: async (ledger, values) => planSettings(ledger, { settings: changedSettingsOf(values) }),
  }),
  command({
    words: 'treasury create',
    summary: 'Creates the token account that collects payments, before the first subscription; any key may sign',
    flags: {},
    plan: (ledger) => planTreasuryCreate(ledger),
  }),
  command({
    words: 'treasury withdraw',
    summary: 'Moves tokens from the treasury to a token account',
    flags: {
      to: required(address, 'token account that receives'),
      leave: withDefault(atomicUnits, 0n, 'atomic units that stay in the treasury'),
    },
    plan: (ledger, { to, leave }) => planTreasuryWithdraw(ledger, { destination: to, leaveAtomic: leave }),
  }),
  command({
    words: 'register-node',
    summary: "Writes a node's account, after the program has checked its proof of possession",
    flags: {
      proof: required(file, 'output of `oracle-node prove`'),
      'into-registry': toggle('also makes the next registry version with this key, in the same transaction'),
    },
    plan: async (ledger, values) =>
      planRegisterNode(ledger, {
        registration: await readRegistration('proof', values.proof),
        intoRegistry: values['into-registry'],
      }),
  }),
  command({
    words: 'change-registry',
    summary: 'Makes the next registry version',
    flags: {
      set: withDefault(indices, [], 'nodes that sign, with the key of their account'),
      remove: withDefault(indices, [], 'nodes that stop signing'),
      'redundancy-buffer': optional(bufferSize, 'nodes beyond the quorum that are asked to sign; by default the present number'),
      emergency: toggle('ends every older version at once: their unsettled rounds are lost'),
    },
    plan: (ledger, values) => {
      const redundancyBuffer = values['redundancy-buffer'];
      const { set, remove, emergency } = values;
      return planChangeRegistry(ledger, { set, remove, emergency, ...(redundancyBuffer === undefined ? {} : { redundancyBuffer }) });
    },
  }),
  command({
    words: 'register-gateway',
    summary: 'Creates the account of a gateway, in service at once',
    flags: gatewayFlag,
    plan: (ledger, { gateway }) => planRegisterGateway(ledger, { gatewayAuthority: gateway }),
  }),
  command({
    words: 'gateway stop',
    summary: 'Takes a gateway out of service; rounds served before still settle',
    flags: gatewayFlag,
    plan: (ledger, { gateway }) => planGatewayStatus(ledger, { gatewayAuthority: gateway, status: 'inactive' }),
  }),
  command({
    words: 'gateway start',
    summary: 'Puts a gateway back into service',
    flags: gatewayFlag,
    plan: (ledger, { gateway }) => planGatewayStatus(ledger, { gatewayAuthority: gateway, status: 'active' }),
  }),
  command({
    words: 'gateway emergency-stop',
    summary: 'Takes a gateway out of service at once, for example when its key is lost',
    flags: gatewayFlag,
    plan: (ledger, { gateway }) => planGatewayStatus(ledger, { gatewayAuthority: gateway, status: 'stopped in an emergency' }),
  }),
  command({
    words: 'hand-over',
    summary: 'Proposes another administrator, which has to accept',
    flags: { to: required(addressOrNone, 'next administrator; none withdraws the proposal') },
    plan: (ledger, { to }) => planHandOver(ledger, { newAuthority: to }),
  }),
  command({
    words: 'accept',
    summary: 'Makes the key the administrator; it must be the proposed key',
    flags: {},
    plan: (ledger) => planAccept(ledger),
  }),
  command({
    words: 'subscribe',
    summary: "Opens the key's own subscription and pays for it",
    flags: {
      ...gatewayFlag,
      'max-signatures': required(signatures, 'largest quorum of the subscription'),
      rounds: required(u64, 'rounds to buy'),
      expires: required(time, 'end of the subscription'),
    },
    plan: (ledger, values) =>
      planSubscribe(ledger, {
        gatewayAuthority: values.gateway,
        maxSignatures: values['max-signatures'],
        rounds: values.rounds,
        expiresAtSeconds: values.expires,
      }),
  }),
  command({
    words: 'renew',
    summary: "Fills the key's own subscription",
    flags: {
      rounds: withDefault(u64, 0n, 'rounds left afterwards, at least'),
      expires: optional(time, 'end of the subscription afterwards, at least; by default the present end'),
    },
    plan: (ledger, { rounds, expires }) => planRenew(ledger, { rounds, ...(expires === undefined ? {} : { expiresAtSeconds: expires }) }),
  }),
  command({
    words: 'delegate set',
    summary: "Lets another key use rounds of the key's own subscription, or replaces its bounds",
    flags: {
      ...delegateFlag,
      rounds: required(u64, 'rounds of the delegate in all, settled rounds included'),
      'max-signatures': required(signatures, 'largest quorum of the delegate'),
      expires: required(time, 'end of the delegate'),
    },
    plan: (ledger, values) =>
      planSetDelegate(ledger, {
        authority: values.delegate,
        rounds: values.rounds,
        maxSignatures: values['max-signatures'],
        expiresAtSeconds: values.expires,
      }),
  }),
  command({
    words: 'delegate revoke',
    summary: 'Ends a delegate for good; rounds served before still settle',
    flags: delegateFlag,
    plan: (ledger, { delegate }) => planRevokeDelegate(ledger, { authority: delegate }),
  }),
  command({
    words: 'delegate close',
    summary: 'Reclaims the rent of an ended delegate, once none of its rounds is left to settle',
    flags: delegateFlag,
    plan: (ledger, { delegate }) => planCloseDelegate(ledger, { authority: delegate }),
  }),
  ...ESCROW_COMMANDS,
  command({
    words: 'rent reclaim',
    summary: 'Closes registry versions and signer sets that are over; the rent goes to the administrator and to the payer of the set',
    flags: {},
    plan: (ledger) => planReclaim(ledger),
  }),
];

/** Flags that `show` and every command above take. */
export const LEDGER_FLAGS = {
  rpc: optional(anyText, "the RPC server's URL; ORACLE_ADMIN_RPC_URL by default, which keeps an access key off the command line"),
  program: required(address, 'the program'),
  json: toggle('prints the result as JSON, and everything else to the error output'),
} as const;

/** Flags that every command that sends takes beside its own. */
export const SENDING_FLAGS = {
  ...LEDGER_FLAGS,
  key: required(file, "the signing key, in the Solana CLI's form; pays for the transaction"),
  'priority-fee': withDefault({ ...u64, placeholder: 'micro-lamports' }, 0n, 'priority fee for each compute unit'),
  yes: toggle('sends without asking'),
} as const;

/** Asks the nodes and sends nothing. */
export const REGISTRY_SNAPSHOT = {
  words: 'registry snapshot',
  summary: 'Has the nodes sign a registry snapshot for other chains, verifies it and writes it as JSON; changes nothing on the ledger',
  flags: {
    'signer-version': optional(
      { ...u64, placeholder: 'version' },
      'version whose nodes sign, which the other chain holds; the current one by default',
    ),
    endpoints: optional(
      endpointsByIndex,
      'earlier endpoints of nodes of that version whose key was replaced; the present endpoints of their places are asked too',
    ),
    out: optional(file, 'where the snapshot is written; the output by default'),
    key: required(file, "the key of a gateway that is registered and in service, in the Solana CLI's form"),
  },
} as const;

/** Reads the ledger and a file. */
export const PROGRAM_VERIFY = {
  words: 'program verify',
  summary: 'Compares the deployed program with a file that was built; prints its hash, its slot and the key that may replace it',
  flags: { file: required(file, 'the built program, such as oracle_program.so') },
} as const;

/** A key is taken and not read: a script gives every command the same flags. */
export const SHOW = {
  words: 'show',
  summary: 'Prints everything that the program holds',
  flags: { ...LEDGER_FLAGS, key: optional(anyText, 'not used: nothing is signed') },
} as const;

/** Asks no server. */
export const CAPACITY = {
  words: 'plan',
  summary: 'Prints the processes, memory, RPC calls and lamports that a load takes, from what was measured; asks no server',
  flags: {
    'rounds-per-second': required(rate, 'the load'),
    path: withDefault(oneOf(Object.keys(MEASUREMENT.recordBytes)), 'subscription', 'how rounds are paid'),
    mode: withDefault(oneOf(['exact', 'tolerance']), 'exact', 'how nodes agree on a value'),
    quorum: withDefault(signatures, 3, 'signatures of a round'),
    nodes: withDefault(signatures, 5, 'nodes of the registry'),
    'source-ms': withDefault(milliseconds, 250, 'time that the source takes to answer'),
    json: toggle('prints the result as JSON'),
  },
} as const;
