export interface AccountRow {
  readonly name: string;
  readonly discriminator: string;
  readonly seeds: readonly string[];
  readonly fields: readonly string[];
  /** What the account is. */
  readonly docs: string;
  /** By name: what a field holds where its name does not say enough. */
  readonly fieldDocs?: Readonly<Record<string, string>>;
}

export const accounts: readonly AccountRow[];
