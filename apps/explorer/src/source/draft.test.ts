import { deriveSourceId, parseApiConfig } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { draftMembers, readDraft, textOfSource, withHeader, withMember, withSecretHeader } from './draft.js';

const SOURCE = { url: 'https://api.example/price', method: 'GET', responseParser: '$.a' };
const text = textOfSource(SOURCE);

describe('a draft of a source', () => {
  it('has the source id that the nodes sign', () => {
    expect(readDraft(text)).toMatchObject({ ok: true, subject: { sourceId: deriveSourceId(parseApiConfig(SOURCE)) } });
  });

  it('may have several sources, which have no fields', () => {
    const several = textOfSource({ apiConfigs: [SOURCE, { ...SOURCE, url: 'https://b.example/' }], minValues: 1 });
    expect(readDraft(several)).toMatchObject({ ok: true, subject: { minValues: 1, sources: [{ apiConfig: SOURCE }, {}] } });
    expect(draftMembers(several)).toBeUndefined();
    expect(readDraft(several.replace('"minValues": 1', '"minValues": "1"'))).toMatchObject({ ok: false, field: 'minValues' });
    expect(readDraft(textOfSource({ apiConfigs: [SOURCE] }))).toMatchObject({ ok: false, field: 'apiConfigs' });
  });

  it('names the member that breaks a rule, and keeps the others for the fields', () => {
    expect(readDraft(withMember(text, 'method', 'FETCH'))).toMatchObject({ ok: false, field: 'method', members: { url: SOURCE.url } });
  });

  it.each(['{', '[]', 'null', '"a"'])('says so where it is no JSON object: %s', (broken) => {
    const draft = readDraft(broken);
    expect(draft.ok ? undefined : [draft.field, draft.members]).toEqual([undefined, undefined]);
    expect(draftMembers(broken)).toBeUndefined();
  });

  it('changes one member, in its place, and leaves an empty one out', () => {
    expect(Object.entries(draftMembers(withMember(text, 'url', 'https://b.example/')) ?? {})).toEqual([
      ['url', 'https://b.example/'],
      ['method', 'GET'],
      ['responseParser', '$.a'],
    ]);
    expect(draftMembers(withMember(text, 'responseParser', ''))).toEqual({ url: SOURCE.url, method: 'GET' });
    expect(draftMembers(withMember(text, 'valueTransform', 'round:1'))).toEqual({ ...SOURCE, valueTransform: 'round:1' });
  });

  it('gets a header whose value is a secret, and loses it again', () => {
    const secret = withSecretHeader(text);
    expect(readDraft(secret)).toMatchObject({ ok: true, secretNames: ['token'] });
    expect(draftMembers(withHeader(secret, 'Authorization', 'Basic {{secret.other}}'))?.['headers']).toEqual({
      Authorization: 'Basic {{secret.other}}',
    });
    expect(withHeader(secret, 'Authorization', '')).toBe(text);
    expect(withSecretHeader(withHeader(text, 'Authorization', 'mine'))).toBe(withHeader(text, 'Authorization', 'mine'));
  });
});
