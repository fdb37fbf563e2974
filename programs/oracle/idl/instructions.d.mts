export interface InstructionRow {
  readonly tag: number;
  readonly name: string;
  /** Comment of the instruction: the comment of its builder. */
  readonly docs: string;
  readonly data: readonly string[];
  readonly accounts: readonly string[];
  /** Addresses that others are derived from, and that are not accounts of the instruction; in the notation of accounts. */
  readonly derived?: readonly string[];
  /** Words of docs/protocol.md for a field or an account. */
  readonly words?: Readonly<Record<string, string>>;
  /** Name of the accounts behind these; the data gives their number. */
  readonly remaining?: string;
}

export const instructions: readonly InstructionRow[];
