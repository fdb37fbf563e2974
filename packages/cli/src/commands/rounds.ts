import { connect, connectToRead } from '@oracle-gateway/caller';
import { type Call, command, EXIT_CODES, type ExitCode, OUTPUT_FLAGS, withDefault } from '@oracle-gateway/caller/command';
import { integerIn } from '@oracle-gateway/caller/settings';
import { failureLines } from '@oracle-gateway/client/failures';
import type { CliCommand, CliDeps } from '../deps.js';
import type { Client, RoundStatus, RoundSummary } from '@oracle-gateway/client';

import { ACCOUNT_FLAGS, CONNECTION_FLAGS } from '../flag-groups.js';

const MAX_ROUNDS = 1_000;
const PAGE_ROUNDS = 100;
const STATE_COLUMNS = 15;

const flags = {
  limit: withDefault(integerIn(1, MAX_ROUNDS), '20', 'most rounds of the list'),
  ...ACCOUNT_FLAGS,
  ...CONNECTION_FLAGS,
  ...OUTPUT_FLAGS,
};

export const rounds: CliCommand = command({
  words: 'rounds',
  summary: 'Says what became of a round, or lists the latest rounds of the account',
  description: ['The state of a round is what the gateway says. A settled round names its transaction on the ledger.'],
  operands: [{ name: 'id', meaning: 'id of a round; without it, the rounds of the account', isRequired: false }],
  flags,
  examples: [
    ['oracle-gateway rounds 9f3xKq…', 'state of one round; needs no key'],
    ['oracle-gateway rounds --limit 5 --json', 'the latest rounds of the account'],
  ],
  run: (call) => (call.operands[0] === undefined ? list(call) : show(call, call.operands[0])),
});

async function show({ flags: given, around, deps, terminal }: Call<CliDeps, typeof flags>, id: string): Promise<ExitCode> {
  const { client } =
    given.key === undefined ? await connectToRead(deps.caller, given) : await connect(deps.caller, given, { needsKey: true });
  const round = await client.roundStatus(id, { signal: around.signal });
  terminal.note(`round ${round.roundId}, asked for at ${new Date(round.createdAt).toISOString()}${reasonOf(round)}`);
  for (const line of failureLines(round)) terminal.note(`  ${line}`);
  terminal.result(stateOf(round), round);
  return EXIT_CODES.done;
}

async function list({ flags: given, around, deps, terminal }: Call<CliDeps, typeof flags>): Promise<ExitCode> {
  const { client } = await connect(deps.caller, given, { needsKey: true });
  let count = 0;
  for await (const round of latest(client, { limit: given.limit, signal: around.signal })) {
    count += 1;
    const time = new Date(round.createdAt).toISOString();
    terminal.result(`${time}  ${round.state.padEnd(STATE_COLUMNS)}  ${round.roundId}${reasonOf(round)}`, round);
  }
  if (count === 0) terminal.note('the account has no rounds on record');
  return EXIT_CODES.done;
}

async function* latest(
  client: Pick<Client, 'rounds'>,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): AsyncGenerator<RoundSummary, void, undefined> {
  let before: string | null = null;
  for (let left = limit; left > 0;) {
    const page: Awaited<ReturnType<Client['rounds']>> = await client.rounds({
      limit: Math.min(left, PAGE_ROUNDS),
      signal,
      ...(before === null ? {} : { before }),
    });
    yield* page.rounds.slice(0, left);
    left -= page.rounds.length;
    if (page.next === null || page.rounds.length === 0) return;
    before = page.next;
  }
}

function reasonOf({ reason }: { readonly reason?: string | undefined }): string {
  return reason === undefined ? '' : `  ${reason}`;
}

function stateOf({ state, settlement, payment }: RoundStatus): string {
  const signature = settlement?.signature ?? payment?.signature ?? null;
  return signature === null ? state : `${state} by ${signature}`;
}
