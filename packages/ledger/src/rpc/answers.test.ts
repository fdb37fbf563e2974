import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LedgerUnavailableError } from '../errors.js';
import {
  accountAnswer,
  accountAnswers,
  readBlockhash,
  readCount,
  readEpoch,
  readFlag,
  readSignatures,
  readSignatureStatuses,
  simulationAnswer,
  readTransaction,
  readWithSlot,
} from './answers.js';

const readers = {
  readAccount: (value: unknown) => accountAnswer(value, 'm'),
  readAccounts: (value: unknown) => accountAnswers(value, 'm', 1),
  readBlockhash: (value: unknown) => readBlockhash(value, 'm'),
  readCount: (value: unknown) => readCount(value, 'm'),
  readEpoch: (value: unknown) => readEpoch(value, 'm'),
  readFlag: (value: unknown) => readFlag(value, 'm'),
  readSignatures: (value: unknown) => readSignatures(value, 'm'),
  readSignatureStatuses: (value: unknown) => readSignatureStatuses(value, 'm', 1),
  readSimulation: (value: unknown) => simulationAnswer(value, 'm'),
  readTransaction: (value: unknown) => readTransaction(value, 'm'),
  readWithSlot: (value: unknown) => readWithSlot(value, 'm', (inner) => inner),
};

describe('rpc answers', () => {
  it.each(Object.entries(readers))('%s throws nothing but LedgerUnavailableError, whatever the server sends', (_name, read) => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { minLength: 1, maxLength: 1 })), (value) => {
        try {
          read(value);
        } catch (error) {
          expect(error).toBeInstanceOf(LedgerUnavailableError);
        }
      }),
    );
  });

  it('reads an account in base64 and refuses any other encoding', () => {
    expect(accountAnswer({ owner: 'o', data: ['AQI=', 'base64'] }, 'm')).toEqual({ owner: 'o', data: Uint8Array.of(1, 2) });
    expect(accountAnswer(null, 'm')).toBeNull();
    expect(() => accountAnswer({ owner: 'o', data: ['AQI=', 'base58'] }, 'm')).toThrow(LedgerUnavailableError);
    expect(() => accountAnswer({ owner: 'o', data: ['*', 'base64'] }, 'm')).toThrow(LedgerUnavailableError);
  });

  it('refuses a list of another length than was asked for', () => {
    expect(() => accountAnswers([null], 'm', 2)).toThrow(LedgerUnavailableError);
  });
});
