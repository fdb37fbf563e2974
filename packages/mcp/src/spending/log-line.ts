import { isMembers, type Members, own } from '@oracle-gateway/caller/settings';

/** One amount that a process wants to take, with the limits that it was given. */
export interface LogLine {
  readonly id: string;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly amount: bigint;
  readonly perDay: bigint;
  /** Null without a limit. */
  readonly total: bigint | null;
}

/** Version of a line, its member `version`. */
const LINE_VERSION = 1;
const AMOUNT = /^\d{1,20}$/;
const ID = /^[0-9a-f]{24}$/;

export function writeLine({ id, atMs, amount, perDay, total }: LogLine): string {
  return JSON.stringify({
    version: LINE_VERSION,
    id,
    atMs,
    amount: `${amount}`,
    perDay: `${perDay}`,
    total: total === null ? null : `${total}`,
  });
}

/** A whole line of another form. The amount that it granted is unknown. */
export class UnreadableLineError extends Error {
  override readonly name = 'UnreadableLineError';
  constructor() {
    super(
      `the file of what was spent has a line that is not of version ${LINE_VERSION}: ` +
        'start the release that wrote it, or move the file aside to begin a new count',
    );
  }
}

/** Null for a line that was cut. Throws UnreadableLineError. */
export function readLine(text: string): LogLine | null {
  const plain = parse(text);
  if (!isMembers(plain)) return null;
  const line = readMembers(plain);
  if (own(plain, 'version') !== LINE_VERSION || line === null) throw new UnreadableLineError();
  return line;
}

function readMembers(plain: Members): LogLine | null {
  const [id, atMs] = [own(plain, 'id'), own(plain, 'atMs')];
  const [amount, perDay] = [amountOf(own(plain, 'amount')), amountOf(own(plain, 'perDay'))];
  const total = own(plain, 'total') === null ? null : amountOf(own(plain, 'total'));
  if (typeof id !== 'string' || !ID.test(id) || typeof atMs !== 'number' || !Number.isSafeInteger(atMs)) return null;
  if (amount === undefined || perDay === undefined || total === undefined) return null;
  return { id, atMs, amount, perDay, total };
}

function parse(text: string): unknown {
  try {
    const plain: unknown = JSON.parse(text);
    return plain;
  } catch {
    return null;
  }
}

function amountOf(value: unknown): bigint | undefined {
  return typeof value === 'string' && AMOUNT.test(value) ? BigInt(value) : undefined;
}
