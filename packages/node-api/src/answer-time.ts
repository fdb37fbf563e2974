/** Header of every answer of a node: its clock at that moment, unix milliseconds in decimal. The header is not signed and proves nothing. */
export const ANSWER_TIME_HEADER = 'x-svc-time';

const MAX_DIGITS = 15;

/** The node's clock in unix milliseconds; null for a missing or malformed header. */
export function readAnswerTime(header: string | undefined): number | null {
  const isTime = header !== undefined && header.length <= MAX_DIGITS && /^\d+$/.test(header);
  return isTime ? Number(header) : null;
}
