const MAX_TEXT_CHARS = 300;
const MAX_CAUSES = 5;

/** A text of a facilitator as far as it is written into a log: printable, and short. Null when there is none. */
export function facilitatorText(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  const printable = value.replace(/[^\x20-\x7e]+/g, ' ');
  return printable.length > MAX_TEXT_CHARS ? `${printable.slice(0, MAX_TEXT_CHARS)}…` : printable;
}

/** A facilitator's own words about a refusal. */
export function refusalWords(reason: unknown, message: unknown): string {
  const words = [facilitatorText(reason) ?? 'no reason given', facilitatorText(message)];
  return words.filter((text) => text !== null).join(': ');
}

/** What a call to a facilitator has failed with, causes included: `fetch failed (connect ECONNREFUSED 127.0.0.1:1)`. */
export function failureText(error: unknown): string {
  const texts = causesOf(error).flatMap((cause) => (cause instanceof Error ? (facilitatorText(cause.message) ?? []) : []));
  const [first = 'failed', ...rest] = texts;
  return rest.length === 0 ? first : `${first} (${rest.join('; ')})`;
}

/** Whether the connection was refused: then nobody has seen the request. */
export function isConnectionRefused(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED');
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && causes.length < MAX_CAUSES; cause = cause instanceof Error ? cause.cause : undefined) {
    causes.push(cause);
  }
  return causes;
}
