export interface InstructionRow {
  readonly tag: number;
  readonly name: string;
  readonly data: readonly string[];
  readonly accounts: readonly string[];
  /** What follows the accounts, as many as the data says. */
  readonly remaining?: string;
}

export const SETTINGS: readonly string[];
export const instructions: readonly InstructionRow[];
