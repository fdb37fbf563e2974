import { programErrorName } from '@oracle-gateway/protocol/instructions';

/** The program at `instructionIndex` failed with a custom code; `name` is the oracle program's name of the code (protocol, "Errors"). */
export interface ProgramRefusal {
  readonly kind: 'program';
  readonly instructionIndex: number;
  readonly code: number;
  readonly name: string;
}

/** An instruction failed with one of the runtime's own errors, such as `MissingRequiredSignature`. */
export interface InstructionRefusal {
  readonly kind: 'instruction';
  readonly instructionIndex: number;
  readonly error: string;
}

/** The cluster refused the transaction before any instruction ran, such as `BlockhashNotFound`. */
export interface TransactionLevelRefusal {
  readonly kind: 'transaction';
  readonly error: string;
}

/** Why the ledger refused a transaction: an error of the program, of another instruction, or of the whole transaction. */
export type TransactionRefusal = ProgramRefusal | InstructionRefusal | TransactionLevelRefusal;

/** Longest part of a server's error value in our messages. */
const MAX_ERROR_TEXT = 200;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The runtime writes an error without fields as a string, and an error with fields as an object with one member. */
function errorText(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, MAX_ERROR_TEXT);
  return value === undefined ? 'no error named' : JSON.stringify(value).slice(0, MAX_ERROR_TEXT);
}

/** Reads the `err` member of an RPC answer (Agave's JSON form of `TransactionError`). Never throws. */
export function decodeRefusal(err: unknown): TransactionRefusal {
  if (!isRecord(err) || !Array.isArray(err.InstructionError)) return { kind: 'transaction', error: errorText(err) };
  const [index, detail] = err.InstructionError as readonly unknown[];
  if (typeof index !== 'number' || !Number.isSafeInteger(index)) return { kind: 'transaction', error: errorText(err) };
  if (isRecord(detail) && typeof detail.Custom === 'number') {
    return { kind: 'program', instructionIndex: index, code: detail.Custom, name: programErrorName(detail.Custom) };
  }
  return { kind: 'instruction', instructionIndex: index, error: errorText(detail) };
}

/** One line for logs and alerts. */
export function describeRefusal(refusal: TransactionRefusal): string {
  switch (refusal.kind) {
    case 'program':
      return `instruction ${refusal.instructionIndex}: ${refusal.name} (${refusal.code})`;
    case 'instruction':
      return `instruction ${refusal.instructionIndex}: ${refusal.error}`;
    case 'transaction':
      return refusal.error;
  }
}
