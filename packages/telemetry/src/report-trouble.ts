import type { DiagLogger } from '@opentelemetry/api';

export interface TroubleDeps {
  /** Name of the program. */
  readonly name: string;
  readonly write: (line: string) => void;
  /** The wall clock. */
  readonly nowMs: () => number;
}

/** A collector that is away fails every export; an operator needs to hear of it once a minute. */
const PAUSE_MS = 60_000;
/** The level `warn` of the apps' log lines. */
const WARN = 40;

/** Writes a line in the form of the apps' log when spans could not be exported, without the words of the exporter. */
export function reportTrouble({ name, write, nowMs }: TroubleDeps): DiagLogger {
  let silentUntilMs = -Infinity;
  const ignore = (): void => undefined;
  return {
    error() {
      const time = nowMs();
      if (time < silentUntilMs) return;
      silentUntilMs = time + PAUSE_MS;
      const msg = 'spans could not be exported; see OTEL_EXPORTER_OTLP_ENDPOINT and the collector';
      write(`${JSON.stringify({ level: WARN, time, app: name, msg })}\n`);
    },
    warn: ignore,
    info: ignore,
    debug: ignore,
    verbose: ignore,
  };
}
