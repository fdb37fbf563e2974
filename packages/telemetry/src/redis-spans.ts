import { tracingChannel } from 'node:diagnostics_channel';
import { SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';

/** Message of ioredis about a command. Its arguments are not read: they hold what callers sent. */
interface RedisCommand {
  readonly command: string;
}

/** Records a span for each Redis command that is sent within another span. ioredis publishes its commands itself. */
export function recordRedisSpans(): void {
  const spans = new WeakMap<object, Span>();
  const end = (command: RedisCommand): void => spans.get(command)?.end();
  tracingChannel<RedisCommand>('ioredis:command').subscribe({
    start(command) {
      if (trace.getActiveSpan() === undefined) return;
      const attributes = { 'db.system.name': 'redis', 'db.operation.name': command.command };
      spans.set(command, trace.getTracer('oracle-gateway').startSpan(`redis ${command.command}`, { attributes, kind: SpanKind.CLIENT }));
    },
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: end,
    error(command) {
      spans.get(command)?.setStatus({ code: SpanStatusCode.ERROR });
    },
  });
}
