import { pino } from 'pino';
import { expect, it } from 'vitest';
import { upkeepReports } from './upkeep-reports.js';

it('a signer set that was added is logged with its chain, its signers, its cost and its transaction, and a registry version with its number', () => {
  const lines: unknown[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { onBrought, onAdded } = upkeepReports({ logger }, { target: 'base' });
  onBrought(8n);
  onAdded({ contract: '0x12', version: 2n ** 63n, signersBitmap: '0x1f', signature: '0xab', fee: 2n ** 60n });
  expect(lines).toEqual([
    { level: 30, target: 'base', version: '8', msg: 'brought a registry version' },
    {
      ...{ level: 30, target: 'base', contract: '0x12', version: '9223372036854775808', signersBitmap: '0x1f' },
      ...{ signature: '0xab', fee: '1152921504606846976', msg: 'added a signer set' },
    },
  ]);
});
