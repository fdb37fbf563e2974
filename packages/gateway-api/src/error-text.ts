export interface ErrorText {
  /** Beginning of the `error` member; a detail may follow after a colon. */
  readonly message: string;
  /** Text for docs/errors.md, which `pnpm run docs` writes. */
  readonly meaning: string;
  /** What the caller does now. */
  readonly remedy: string;
}
