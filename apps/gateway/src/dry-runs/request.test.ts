import { deriveSourceId, parseApiConfig } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { createSubjectReader } from '../admission/requested-subject.js';
import { readDryRunRequest } from './request.js';

const subjects = createSubjectReader({ allowedSources: [], isSponsored: () => true });
const apiConfig = { url: 'https://api.example.com/price', method: 'GET', responseParser: '$.amount' };

function read(body: object) {
  return readDryRunRequest(new TextEncoder().encode(JSON.stringify(body)), subjects);
}
function code(expected: string) {
  return expect.objectContaining({ code: expected }) as Error;
}

describe('the request of a dry run', () => {
  it('is a source; the quorum may be left out', () => {
    const sourceId = deriveSourceId(parseApiConfig(apiConfig));
    expect(read({ apiConfig })).toMatchObject({ subject: { sourceId }, signaturesRequired: undefined, isSponsored: false });
    expect(read({ apiConfig, signaturesRequired: 3 })).toMatchObject({ signaturesRequired: 3 });
  });

  it('is sponsored where the source needs a secret and the caller seals none', () => {
    expect(read({ apiConfig: { ...apiConfig, headers: { 'X-Key': '{{secret.key}}' } } })).toMatchObject({ isSponsored: true });
  });

  it.each([
    ['no source', {}, 'invalid_request'],
    ['a time', { apiConfig, timestamp: 1 }, 'invalid_request'],
    ['a quorum of 0', { apiConfig, signaturesRequired: 0 }, 'invalid_request'],
    ['a source that is not public', { apiConfig: { ...apiConfig, url: 'http://10.0.0.1/' } }, 'source_not_public'],
  ])('is refused with %s', (_what, body, expected) => {
    expect(() => read(body)).toThrow(code(expected));
  });
});
