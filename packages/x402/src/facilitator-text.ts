const MAX_TEXT_CHARS = 300;
const MAX_CAUSES = 5;

/** A facilitator's text in the form for a log: printable and short. Null without a text. */
export function facilitatorText(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  const printable = value.replace(/[^\x20-\x7e]+/g, ' ');
  return printable.length > MAX_TEXT_CHARS ? `${printable.slice(0, MAX_TEXT_CHARS)}…` : printable;
}

/** Reason and message of a facilitator's refusal, as it wrote them. */
export function refusalWords(reason: unknown, message: unknown): string {
  const words = [facilitatorText(reason) ?? 'no reason given', facilitatorText(message)];
  return words.filter((text) => text !== null).join(': ');
}

/** Message of a failed call, with its causes: `fetch failed (connect ECONNREFUSED 127.0.0.1:1)`. */
export function failureText(error: unknown): string {
  const texts = causesOf(error).flatMap((cause) => (cause instanceof Error ? (facilitatorText(cause.message) ?? []) : []));
  const [first = 'failed', ...rest] = texts;
  return rest.length === 0 ? first : `${first} (${rest.join('; ')})`;
}

/** Whether the connection was refused, so that the facilitator did not get the request. */
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
