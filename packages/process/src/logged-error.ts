/** The form of an error in a log line. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  /** A server's text, if the error keeps it apart from its message. */
  readonly words?: string;
  /** The places of the stack, without the message above them. */
  readonly at: readonly string[];
  readonly cause?: LoggedError;
}

const MAX_MESSAGE_CHARACTERS = 500;
const MAX_PLACES = 8;
const MAX_CAUSES = 3;
/** A URL may hold a password or a key anywhere. */
const URL_IN_TEXT = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;

/**
 * Name, message, code and places of an error and of its causes. An error of a client library often carries more, such as the failed command
 * with its arguments, which may hold a password. URLs in a message are left out for the same reason.
 */
export function loggedError(error: unknown): LoggedError {
  return describe(error, MAX_CAUSES);
}

function describe(error: unknown, causesLeft: number): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', at: [] };
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined;
  return {
    type: error.name,
    message: bounded(error.message),
    ...(code === undefined ? {} : { code }),
    ...('words' in error && typeof error.words === 'string' ? { words: bounded(error.words) } : {}),
    at: placesOf(error),
    ...(error.cause === undefined || causesLeft === 0 ? {} : { cause: describe(error.cause, causesLeft - 1) }),
  };
}

function bounded(text: string): string {
  return text.replace(URL_IN_TEXT, '<url>').slice(0, MAX_MESSAGE_CHARACTERS);
}

function placesOf({ stack = '', message }: Error): readonly string[] {
  // A message may hold lines that look like places: the message is cut off first.
  const start = stack.indexOf(message);
  const places = message === '' || start === -1 ? stack : stack.slice(start + message.length);
  return places
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_PLACES)
    .map((line) => line.trim());
}
