/** A failure that may come at any time, or never. */
export interface Failure {
  /** Rejects with the first error that was reported. Not handling it is no error. */
  readonly failed: Promise<never>;
  readonly report: (error: unknown) => void;
}

export function createFailure(): Failure {
  let report: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (report = reject));
  failed.catch(() => undefined);
  return { failed, report: (error) => report(error) };
}
