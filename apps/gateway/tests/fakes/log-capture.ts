import { type Logger, pino } from 'pino';

export interface LogCapture {
  readonly logger: Logger;
  /** Everything written so far. */
  text(): string;
  /** Resolves with the first line, written already or in future, that holds all of `parts`. */
  line(...parts: readonly string[]): Promise<string>;
}

/** A logger whose lines can be awaited: tests wait for what happened, not for time to pass. */
export function captureLog(): LogCapture {
  const lines: string[] = [];
  const waiting = new Set<{ parts: readonly string[]; resolve: (line: string) => void }>();
  const fits = (line: string, parts: readonly string[]): boolean => parts.every((part) => line.includes(part));
  const write = (line: string): void => {
    lines.push(line);
    for (const waiter of waiting) {
      if (!fits(line, waiter.parts)) continue;
      waiting.delete(waiter);
      waiter.resolve(line);
    }
  };
  return {
    logger: pino({ level: 'trace' }, { write }),
    text: () => lines.join(''),
    line: (...parts) =>
      new Promise((resolve) => {
        const known = lines.find((line) => fits(line, parts));
        if (known === undefined) waiting.add({ parts, resolve });
        else resolve(known);
      }),
  };
}
