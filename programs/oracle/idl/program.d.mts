export interface InstructionRow {
  readonly tag: number;
  readonly name: string;
  readonly data: readonly string[];
  readonly accounts: readonly string[];
  /** What follows the accounts, as many as the data says. */
  readonly remaining?: string;
}

export interface AccountRow {
  readonly name: string;
  readonly discriminator: string;
  readonly seeds: readonly string[];
  readonly fields: readonly string[];
}

export const instructions: readonly InstructionRow[];
export const accounts: readonly AccountRow[];
