import type { Settlement } from '@oracle-gateway/client';

/** One remark about how a round was paid for. */
export function describeSettlement(settlement: Settlement): string {
  const where = settlement.slot === null ? '' : ` in slot ${settlement.slot}`;
  const by = settlement.signature === null ? '' : ` by ${settlement.signature}`;
  switch (settlement.kind) {
    case 'settled':
      return `settled${where}${by}${settlement.final ? ', final' : ''}`;
    case 'paid':
      return `paid${where}${by}`;
  }
}
