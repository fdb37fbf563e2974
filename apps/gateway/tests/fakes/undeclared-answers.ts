import { operations, type OperationSpec } from '@oracle-gateway/gateway-api';

/** Headers that the contract speaks of. */
const CONTRACT_HEADERS = [
  'X-Request-Id',
  'X-Round-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'WWW-Authenticate',
  'ETag',
] as const;

/** Headers of the contract that an answer has. */
export function contractHeaders(headers: Headers): string[] {
  return CONTRACT_HEADERS.filter((name) => headers.has(name));
}

/** Refusals in a log of a gateway with a code that their operation does not declare for their status. */
export function undeclaredRefusals(log: string): string[] {
  const declared: Readonly<Record<string, OperationSpec>> = operations;
  const lines = log.split('\n').filter((line) => line.includes('"msg":"answered"'));
  return lines.flatMap((line) => {
    const answered = JSON.parse(line) as { readonly operation: string; readonly status: number; readonly code?: string };
    const response = declared[answered.operation]?.responses[answered.status];
    const { code } = answered;
    if (response === undefined || code === undefined || response.codes?.some((one) => one === code)) return [];
    return [`${answered.operation} ${answered.status} ${code}`];
  });
}
