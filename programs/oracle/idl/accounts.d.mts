export interface AccountRow {
  readonly name: string;
  readonly discriminator: string;
  readonly seeds: readonly string[];
  readonly fields: readonly string[];
  /** Comment of the account. */
  readonly docs: string;
  /** Comments of fields by name: what a field holds where its name does not say enough. */
  readonly fieldDocs?: Readonly<Record<string, string>>;
}

export const accounts: readonly AccountRow[];
