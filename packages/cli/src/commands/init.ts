import { connectToRead, ledgerOf } from '@oracle-gateway/caller';
import { type Call, command, EXIT_CODES, grouped, OUTPUT_FLAGS, PROFILE_FLAGS, settingFlag, toggle } from '@oracle-gateway/caller/command';
import {
  changeProfile,
  checkSetting,
  KNOWN_DEPLOYMENTS,
  readCallSettings,
  readKeyFile,
  readProfiles,
  type SettingName,
  SETTINGS,
  UsageError,
  wholeKeyPath,
} from '@oracle-gateway/caller/settings';
import { formatScaled } from '@oracle-gateway/protocol';
import { formatMoney } from '@oracle-gateway/protocol/internal';

import type { CliCommand, CliDeps } from '../deps.js';

const MAX_ANSWERS = 3;
const SOL_DECIMALS = 9;
const ASKED = ['gateway', 'network', 'rpc', 'program', 'key'] as const;
type AskedName = (typeof ASKED)[number];
type Answers = { readonly [name in AskedName]?: string | undefined };

const FLAGS = {
  ...grouped('Settings', {
    gateway: settingFlag(SETTINGS.gateway),
    rpc: settingFlag(SETTINGS.rpc),
    program: settingFlag(SETTINGS.program),
    network: settingFlag(SETTINGS.network),
    key: settingFlag(SETTINGS.key),
  }),
  ...grouped('Connection', { profile: PROFILE_FLAGS.profile }),
  ...grouped('Sending', { yes: toggle('asks nothing, and takes the flags and the present settings') }),
  ...OUTPUT_FLAGS,
};

const QUESTIONS: Readonly<Record<AskedName, string>> = {
  gateway: 'URL of the gateway',
  network: 'Network (a name that this version knows), or the URL of a Solana RPC server',
  rpc: 'URL of a Solana RPC server',
  program: 'Address of the oracle program, from its operator and not from the gateway',
  key: 'Key file in the form of the Solana CLI (empty: none, to read and try only)',
};

type InitCall = Call<CliDeps, typeof FLAGS>;

export const init: CliCommand = command({
  words: 'init',
  summary: 'Asks for the settings that every command needs, tries them, and keeps them in a profile',
  description: [
    'It asks for the gateway, the network or an RPC server, and the key file. It then asks the gateway, reads the program on the ledger and the key, and writes the profile only when all of them are right.',
    'A network that this version knows by name brings its program and its RPC server. Of any other, the program is asked for: it decides whose signatures count.',
  ],
  operands: [],
  flags: FLAGS,
  examples: [
    ['oracle-gateway init', 'asks, tries, writes'],
    [
      'oracle-gateway init --yes --gateway https://oracle.example --rpc https://rpc.example --program <address> --key id.json',
      'in a script',
    ],
  ],
  async run(call) {
    const { flags, around, terminal } = call;
    const answers = await answersOf(call);
    const stop = terminal.progress('trying the settings …');
    const tried = await trySettings(call, answers).finally(stop);
    const profile = await changeProfile(around, flags.profile, (present) => ({ ...present, ...tried.settings }));
    for (const remark of tried.remarks) terminal.note(remark);
    terminal.result(`profile ${profile} is ready: oracle-gateway get coinbase/btc-usd`, { profile, ...tried.settings });
    return EXIT_CODES.done;
  },
});

async function answersOf(call: InitCall): Promise<Answers> {
  const gateway = await answerTo(call, 'gateway');
  const network = await answerTo(call, 'network');
  const isKnown = network !== undefined && Object.hasOwn(KNOWN_DEPLOYMENTS, network);
  if (isKnown) return { gateway, network, key: await answerTo(call, 'key') };
  // The answer to the second question may be the URL of a server.
  const rpc = network !== undefined && SETTINGS.rpc.kind.parse(network) !== undefined ? network : await answerTo(call, 'rpc');
  const program = await answerTo(call, 'program');
  return { gateway, ...(rpc === network ? {} : { network }), rpc, program, key: await answerTo(call, 'key') };
}

/** A flag, else what is typed, else the present setting; undefined where the setting may stay away. Throws UsageError. */
async function answerTo({ flags, around, deps }: InitCall, name: AskedName): Promise<string | undefined> {
  const flag = flags[name];
  if (flag !== undefined) return flag;
  // Typed: the RPC server tells its network.
  if (name === 'network' && flags.rpc !== undefined) return undefined;
  const { profile, profiles } = await readProfiles(around.files, around.places.configFile);
  const shown = profiles[flags.profile ?? profile]?.[name];
  const isOptional = name === 'key' || name === 'network';
  if (flags.yes) {
    if (shown === undefined && !isOptional) throw new UsageError(`--${name}`, 'is required with --yes');
    return shown;
  }
  for (let attempt = 0; attempt < MAX_ANSWERS; attempt += 1) {
    const typed = await deps.ask(`${QUESTIONS[name]}${shown === undefined ? '' : ` [${shown}]`}: `);
    if (typed === null) throw new UsageError(`--${name}`, 'is required where no terminal asks; give it with --yes');
    const text = typed.trim() === '' ? shown : typed.trim();
    if (text === undefined && isOptional) return undefined;
    if (text !== undefined && isRight(name, text)) return text;
  }
  throw new UsageError(name, `must be ${SETTINGS[name].kind.form}`);
}

function isRight(name: AskedName, text: string): boolean {
  const kinds: readonly SettingName[] = name === 'network' ? ['network', 'rpc'] : [name];
  return kinds.some((kind) => SETTINGS[kind].kind.parse(text) !== undefined);
}

interface Tried {
  readonly settings: Answers;
  /** Findings, for people. */
  readonly remarks: readonly string[];
}

/** Asks the gateway, reads the program and the key. Throws UsageError and the errors of the client: nothing is kept then. */
async function trySettings({ around, deps }: InitCall, answers: Answers): Promise<Tried> {
  const { signal } = around;
  const { createSubscriber, keypairWallet, networkAt } = await import('@oracle-gateway/client/subscriber');
  const { network: named, ...others } = answers;
  const network = named ?? (await networkAt({ rpcUrl: checkSetting('--rpc', 'rpc', answers.rpc) }, { signal }));
  const key = answers.key === undefined ? undefined : wholeKeyPath(around, answers.key);
  const settings = { ...others, network, ...(key === undefined ? {} : { key }) };
  const call = { ...around, environment: {} };
  const settled = await readCallSettings(call, settings);
  const ledger = ledgerOf(settled);
  const { client } = await connectToRead({ ...deps.caller, environment: {} }, settings);
  const { programId, gatewayPda } = await client.info({ signal });
  if (programId !== ledger.programId)
    throw new UsageError('--program', 'must be the program that the gateway serves; ask the operator which of the two is right');
  const wallet = key === undefined ? null : keypairWallet(await readKeyFile(around.files, '--key', key));
  const subscriber = createSubscriber({ ledger, gateway: gatewayPda, address: wallet?.address ?? gatewayPda });
  const { tokensAtomic, lamports, subscription } = await subscriber.state({ signal });
  return {
    settings,
    remarks: [
      `gateway ${String(settled.values.gateway)} serves program ${ledger.programId} on ${ledger.network}`,
      ...(wallet === null
        ? ['no key: values can be tried and verified, and none can be asked for']
        : [
            `key ${wallet.address} holds ${formatMoney(tokensAtomic)} and ${formatScaled(lamports, SOL_DECIMALS)} SOL`,
            subscription === null
              ? 'it has no subscription: `oracle-gateway subscribe`, or pay per request with --account x402'
              : `it has a subscription with ${subscription.roundsLeft} rounds left`,
          ]),
    ],
  };
}
