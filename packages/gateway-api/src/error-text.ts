export interface ErrorText {
  /** Beginning of the `error` member; a detail may follow after a colon. */
  readonly message: string;
  /** Text for docs/errors.md, which `pnpm run docs` writes. */
  readonly meaning: string;
  /** The caller's next action, for the page about the code. */
  readonly remedy: string;
}
