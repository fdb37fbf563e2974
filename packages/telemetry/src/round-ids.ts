import { context, createContextKey } from '@opentelemetry/api';
import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace';

/** Key under which the gateway leaves the ids of the first span of a round's trace. The key is one symbol in all copies of this text. */
const FIRST_SPAN = createContextKey('oracle-gateway.first-span');

interface FirstSpan {
  readonly traceId: string;
  readonly spanId: string;
}

/** Random ids, and for the first span of a round the names that its trace has in every process. */
export function createRoundIds(random: IdGenerator = new RandomIdGenerator()): IdGenerator {
  return {
    generateTraceId: () => namedFirst()?.traceId ?? random.generateTraceId(),
    generateSpanId: () => namedFirst()?.spanId ?? random.generateSpanId(),
  };
}

function namedFirst(): FirstSpan | undefined {
  return context.active().getValue(FIRST_SPAN) as FirstSpan | undefined;
}
