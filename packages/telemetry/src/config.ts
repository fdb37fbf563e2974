/** Settings from OpenTelemetry's variables of the environment. The exporter reads the variables `OTEL_EXPORTER_OTLP_…` itself. */
export interface TraceSettings {
  /** `OTEL_SDK_DISABLED` is true, or `OTEL_TRACES_EXPORTER` or `OTEL_TRACES_SAMPLER` say so. */
  readonly isOff: boolean;
  /** Part of the traces that is recorded, by `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`. */
  readonly ratio: number;
  /** Pause between two exports, `OTEL_BSP_SCHEDULE_DELAY`. */
  readonly exportDelayMs: number;
}

const RATIO_SAMPLERS: ReadonlySet<string> = new Set(['traceidratio', 'parentbased_traceidratio']);
const DEFAULT_DELAY_MS = 5_000;

/** Throws RangeError for a value that OpenTelemetry's specification does not allow. */
export function readTraceSettings(env: Readonly<Record<string, string | undefined>> = process.env): TraceSettings {
  const sampler = env['OTEL_TRACES_SAMPLER'] ?? 'parentbased_always_on';
  const isOff =
    env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none' || /^(?:parentbased_)?always_off$/.test(sampler);
  const ratio = RATIO_SAMPLERS.has(sampler) ? numberOf('OTEL_TRACES_SAMPLER_ARG', env, { most: 1, otherwise: 1 }) : 1;
  const exportDelayMs = numberOf('OTEL_BSP_SCHEDULE_DELAY', env, { most: 60_000, otherwise: DEFAULT_DELAY_MS });
  return { isOff, ratio, exportDelayMs };
}

function numberOf(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  { most, otherwise }: { readonly most: number; readonly otherwise: number },
): number {
  const text = env[name] ?? '';
  const value = text === '' ? otherwise : Number(text);
  if (!(value >= 0 && value <= most)) throw new RangeError(`${name}: must be a number from 0 to ${most}`);
  return value;
}
