import { ConfigError, readKeypair, readSecretFile } from '@oracle-gateway/app-config';
import {
  BroadcastRefusedError,
  describeRefusal,
  LedgerUnavailableError,
  ProtocolNotInitialisedError,
  TransactionTooLargeError,
} from '@oracle-gateway/ledger';
import { formatAddress } from '@oracle-gateway/protocol';
import { Command, CommanderError, Option } from 'commander';

import packageFile from '../../package.json' with { type: 'json' };
import { administer, viewLedger, type AdminLedger } from '../admin-ledger.js';
import { capacityText } from '../capacity/capacity-text.js';
import { MEASUREMENT } from '../capacity/measurement.js';
import { planCapacity } from '../capacity/plan-capacity.js';
import { carryOut } from '../carry-out.js';
import { readRpcUrl } from '../config.js';
import { NotPossibleError, WouldBeRefusedError } from '../errors.js';
import type { Plan } from '../plan.js';
import { quote } from '../quote.js';
import { readProtocolState } from '../show/protocol-state.js';
import { stateJson } from '../show/state-json.js';
import { stateTable } from '../show/state-table.js';
import type { CommandDefinition } from './command-definition.js';
import { CAPACITY, COMMANDS, LEDGER_FLAGS, PROGRAM_VERIFY, REGISTRY_SNAPSHOT, SENDING_FLAGS, SHOW } from './commands.js';
import { EXIT_CODE_MEANINGS, EXIT_CODES, type ExitCode } from './exit-codes.js';
import { FlagError, type Flags, type FlagValues } from './flag.js';
import { programVerify } from './program-verify.js';
import { registrySnapshot } from './registry-snapshot.js';
import { describeChange, outcomeReport, quoteJson, type Report } from './report.js';

/** The process around a command. */
export interface CommandLine {
  readonly argv: readonly string[];
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Returns the typed answer; null at the end of the input. */
  readonly ask: (question: string) => Promise<string | null>;
}

const NAME = 'oracle-gateway-admin';

/** Largest number of transactions of one command: a whole registry takes three. */
const MAX_PARTS = 8;

/** Runs one command and returns its exit code. */
export async function runCommandLine(io: CommandLine): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT_CODES.done;
  const program = new Command(NAME)
    .description('Administers the oracle program on a Solana ledger.')
    .version(packageFile.version, '--version', 'prints the version')
    .addHelpText('after', `\nExit codes:\n${EXIT_CODE_MEANINGS.map(([code, meaning]) => `  ${code}  ${meaning}\n`).join('')}`);
  configure(program, io);
  for (const definition of COMMANDS) {
    const flags: Flags = { ...definition.flags, ...SENDING_FLAGS };
    addCommand(program, io, { ...definition, flags }, async (values) => {
      exitCode = await send(io, definition, values);
    });
  }
  addCommand(program, io, { ...REGISTRY_SNAPSHOT, flags: { ...LEDGER_FLAGS, ...REGISTRY_SNAPSHOT.flags } }, async (values) => {
    await registrySnapshot(io, values);
  });
  addCommand(program, io, { ...PROGRAM_VERIFY, flags: { ...LEDGER_FLAGS, ...PROGRAM_VERIFY.flags } }, async (values) => {
    exitCode = await programVerify(io, values);
  });
  addCommand(program, io, SHOW, async (values) => {
    await show(io, values);
  });
  addCommand(program, io, CAPACITY, (values) => {
    io.write(capacityReport(values));
    return Promise.resolve();
  });
  try {
    await program.parseAsync([...io.argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return reportFailure(io, error);
  }
}

/** These options do not pass to subcommands, like all options of commander. */
function configure(command: Command, io: CommandLine): void {
  command
    .exitOverride()
    .configureOutput({ writeOut: io.write, writeErr: io.writeError })
    .showHelpAfterError(`(${NAME} --help lists every command)`);
}

interface Declared<F extends Flags> {
  readonly words: string;
  readonly summary: string;
  readonly flags: F;
}

function addCommand<F extends Flags>(
  program: Command,
  io: CommandLine,
  { words, summary, flags }: Declared<F>,
  run: (values: FlagValues<F>) => Promise<void>,
): void {
  const [first = '', second] = words.split(' ');
  const parent = second === undefined ? program : groupOf(program, io, first);
  const command = parent.command(second ?? first).description(summary);
  configure(command, io);
  const options = Object.entries(flags).map(([name, { placeholder, meaning, required }]) => {
    const option = new Option(placeholder === null ? `--${name}` : `--${name} <${placeholder}>`, meaning);
    command.addOption(option.makeOptionMandatory(required));
    return [name, option] as const;
  });
  command.action(async (texts: Readonly<Record<string, string | true | undefined>>) => {
    const values = options.map(([name, option]) => {
      const text = texts[option.attributeName()];
      return [name, flags[name]?.read(name, text === true ? '' : text)];
    });
    // Each value comes from the flag that declares its type.
    await run(Object.fromEntries(values) as FlagValues<F>);
  });
}

function groupOf(program: Command, io: CommandLine, name: string): Command {
  const found = program.commands.find((command) => command.name() === name);
  if (found !== undefined) return found;
  const group = program.command(name).description(`commands of the ${name}`);
  configure(group, io);
  return group;
}

type SendingValues = FlagValues<typeof SENDING_FLAGS>;

async function openLedger({ rpc, program: programId, key, 'priority-fee': priorityFeeMicroLamports }: SendingValues): Promise<AdminLedger> {
  const signer = readKeypair(await readSecretFile('--key', key));
  return administer({ programId, server: { rpcUrl: readRpcUrl(rpc) }, signer, priorityFeeMicroLamports });
}

async function send(io: CommandLine, definition: CommandDefinition, values: FlagValues<Flags>): Promise<ExitCode> {
  // Every command that reaches this line has SENDING_FLAGS.
  const common = values as SendingValues;
  const tell = common.json ? io.writeError : io.write;
  const finish = ({ exitCode, text, json }: Report): ExitCode => {
    tell(text);
    if (common.json) io.write(`${JSON.stringify({ command: definition.words, ...json })}\n`);
    return exitCode;
  };
  /** Transactions of the command that are on the ledger. */
  let sent = 0;
  try {
    const ledger = await openLedger(common);
    for (; ; sent += 1) {
      const plan = await definition.plan(ledger, values);
      const report = await follow(io, ledger, plan, { ...common, words: definition.words, tell, sent });
      const goesOn = plan.kind === 'change' && plan.isPart === true && report.exitCode === EXIT_CODES.done && sent < MAX_PARTS;
      if (!goesOn) return finish(report);
      tell(report.text);
    }
  } catch (error) {
    const report = failureReport(error, sent);
    if (report === null) throw error;
    if (common.json) io.write(`${JSON.stringify({ command: definition.words, ...report.json })}\n`);
    io.writeError(report.text);
    return report.exitCode;
  }
}

async function follow(
  io: CommandLine,
  ledger: AdminLedger,
  plan: Plan,
  {
    words,
    yes,
    tell,
    sent,
  }: { readonly words: string; readonly yes: boolean; readonly tell: (text: string) => void; readonly sent: number },
): Promise<Report> {
  if (plan.kind === 'already so')
    return {
      exitCode: EXIT_CODES.done,
      text: `already so: ${plan.statement}\n`,
      json: { outcome: 'already so', statement: plan.statement },
    };
  const costs = await quote(ledger, plan);
  tell(`${words}, signed by ${formatAddress(ledger.signer.address)}\n${describeChange(plan, costs)}`);
  if (!yes && !isYes(await io.ask('Send it? [y/N] ')))
    return { exitCode: EXIT_CODES.declined, text: nothingSent(sent), json: { outcome: 'declined', ...quoteJson(costs) } };
  const outcome = await carryOut(ledger, plan, {
    computeUnitLimit: costs.computeUnitLimit,
    onSending: (signature) => tell(`sending ${signature}\n`),
  });
  const report = outcomeReport(outcome);
  return { ...report, json: { ...report.json, ...quoteJson(costs) } };
}

function nothingSent(sent: number): string {
  return sent === 0 ? 'nothing was sent\n' : `nothing more was sent after ${sent} transactions: repeat the command to continue\n`;
}

function isYes(answer: string | null): boolean {
  return answer !== null && /^y(es)?$/i.test(answer.trim());
}

async function show(io: CommandLine, { rpc, program, json }: FlagValues<typeof SHOW.flags>): Promise<void> {
  const state = await readProtocolState(viewLedger({ programId: program, server: { rpcUrl: readRpcUrl(rpc) } }));
  io.write(json ? `${JSON.stringify(stateJson(state), null, 2)}\n` : stateTable(state));
}

function capacityReport({ json, ...values }: FlagValues<typeof CAPACITY.flags>): string {
  const { 'rounds-per-second': roundsPerSecond, 'source-ms': sourceMs, path, mode, quorum, nodes } = values;
  if (quorum > nodes) throw new FlagError('quorum', 'must be at most --nodes');
  const load = { roundsPerSecond, path, mode, quorum, nodes, sourceMs };
  const plan = planCapacity(load, MEASUREMENT);
  return json ? `${JSON.stringify({ load, plan, machine: MEASUREMENT.machine }, null, 2)}\n` : capacityText(load, plan, MEASUREMENT);
}

/** Report of an error before the transaction is sent; null for wrong usage. */
function failureReport(error: unknown, sent = 0): Report | null {
  if (error instanceof CommanderError || error instanceof FlagError || error instanceof ConfigError) return null;
  const message = messageOf(error);
  const isRefusal =
    error instanceof NotPossibleError ||
    error instanceof WouldBeRefusedError ||
    error instanceof ProtocolNotInitialisedError ||
    error instanceof TransactionTooLargeError ||
    error instanceof RangeError;
  return {
    exitCode: isRefusal ? EXIT_CODES.refused : EXIT_CODES.failed,
    text: `${NAME}: ${message}\n${nothingSent(sent)}`,
    json: { outcome: isRefusal ? 'refused' : 'failed', error: message },
  };
}

function messageOf(error: unknown): string {
  if (error instanceof BroadcastRefusedError) return describeRefusal(error.refusal);
  if (error instanceof LedgerUnavailableError) return error.messageForOperator;
  return error instanceof Error ? error.message : 'failed';
}

function reportFailure(io: CommandLine, error: unknown): ExitCode {
  // Commander has already written its message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
  const report = failureReport(error);
  if (report !== null) {
    io.writeError(report.text);
    return report.exitCode;
  }
  io.writeError(`${NAME}: ${error instanceof Error ? error.message : 'wrong usage'}\n`);
  return EXIT_CODES.usage;
}
