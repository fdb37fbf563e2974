import { isRoundId, type Outbox, type RoundRecord } from '@oracle-gateway/outbox';

/** What an operator typed is not a command, or names no round. */
export class OperateError extends Error {
  override readonly name = 'OperateError';
}

type OperatorOutbox = Pick<Outbox, 'parked' | 'read' | 'requeue'>;

const LIST_LIMIT = 1_000;

/** Runs `list`, `show <round id>` or `requeue <round id>` and returns what to print. Throws OperateError. */
export async function runOperatorCommand(outbox: OperatorOutbox, words: readonly string[]): Promise<string> {
  const [command, roundId, ...rest] = words;
  if (command === 'list' && roundId === undefined) return list(outbox);
  if (command === 'show' && roundId !== undefined && rest.length === 0) return show(outbox, roundId);
  if (command === 'requeue' && roundId !== undefined && rest.length === 0) return requeue(outbox, roundId);
  throw new OperateError('operate needs one of: list, show <round id>, requeue <round id>');
}

/** One line per parked round, the longest parked first. */
async function list(outbox: OperatorOutbox): Promise<string> {
  const roundIds = await outbox.parked({ limit: LIST_LIMIT });
  const records = await Promise.all(roundIds.map((roundId) => outbox.read(roundId)));
  return records
    .filter((record) => record !== null)
    .map((record) => `${record.roundId} attempts=${record.attempts} reason=${JSON.stringify(record.reason ?? '')}\n`)
    .join('');
}

async function show(outbox: OperatorOutbox, text: string): Promise<string> {
  const record = isRoundId(text) ? await outbox.read(text) : null;
  if (record === null) throw new OperateError('no such round');
  return `${JSON.stringify(toPrintable(record), null, 2)}\n`;
}

function toPrintable({ broadcasts, ...record }: RoundRecord): object {
  return { ...record, broadcasts: broadcasts.map(({ signature, lastValidBlockHeight }) => ({ signature, lastValidBlockHeight })) };
}

async function requeue(outbox: OperatorOutbox, text: string): Promise<string> {
  if (isRoundId(text) && (await outbox.requeue([text])).length > 0) return `${text} is tried again\n`;
  throw new OperateError('no such parked round');
}
