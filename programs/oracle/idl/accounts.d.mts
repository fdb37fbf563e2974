export interface AccountRow {
  readonly name: string;
  readonly discriminator: string;
  readonly seeds: readonly string[];
  readonly fields: readonly string[];
}

export const accounts: readonly AccountRow[];
