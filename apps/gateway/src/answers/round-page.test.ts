import type { ListInput } from '@oracle-gateway/outbox';
import { describe, expect, it } from 'vitest';
import { stageRecords } from '../../tests/fakes/staged-path.js';
import { readRoundPage } from './round-page.js';

function outboxThat(answers: () => Promise<never> = () => Promise.resolve({ rounds: [], next: null } as never)) {
  const asked: ListInput[] = [];
  const listed = (input: ListInput) => {
    asked.push(input);
    return answers();
  };
  return { asked, records: stageRecords({ listed }) };
}

describe('a page of a list of rounds', () => {
  it('is the newest twenty, or as many as are asked for, from where another page ended', async () => {
    const { asked, records } = outboxThat();
    await readRoundPage('payer:a', {}, { records });
    await readRoundPage('payer:a', { limit: 3, before: '17' }, { records });
    expect(asked).toEqual([
      { name: 'payer:a', limit: 20 },
      { name: 'payer:a', limit: 3, before: '17' },
    ]);
  });

  it('is refused with what no page gave, before the outbox is asked', async () => {
    const { asked, records } = outboxThat();
    await expect(readRoundPage('payer:a', { before: 'x' }, { records })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(asked).toEqual([]);
  });

  it('is unknown while the outbox does not answer', async () => {
    const { records } = outboxThat(() => Promise.reject(new Error('connection refused')));
    await expect(readRoundPage('payer:a', {}, { records })).rejects.toMatchObject({ code: 'outbox_unavailable' });
  });
});
