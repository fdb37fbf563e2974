import { describe, expect, it } from 'vitest';
import { readPasted, readStored } from './pasted-answer.js';

const source = { url: 'https://a.example', method: 'GET', responseParser: '$.a' };
const form = { answer: '{"status":"completed"}', source: JSON.stringify(source), owner: ' abc ', quorum: 3 };

describe('a pasted answer', () => {
  it('is held against what the form says was asked for', () => {
    expect(readPasted(form)).toEqual({ ok: true, answer: { status: 'completed' }, expected: { source, owner: 'abc', quorum: 3 } });
    expect(readPasted({ ...form, owner: ' ' })).toEqual({ ok: true, answer: { status: 'completed' }, expected: { source, quorum: 3 } });
  });

  it.each([
    [{ answer: '{' }, 'answer'],
    [{ source: '{' }, 'source'],
    [{ source: '[]' }, 'source'],
    [{ source: '{"url":1}' }, 'source'],
    [{ quorum: 0 }, 'quorum'],
    [{ quorum: Number.NaN }, 'quorum'],
  ])('with %j names the part that is wrong', (change, field) => {
    expect(readPasted({ ...form, ...change })).toMatchObject({ ok: false, field });
  });

  it('brings its own source, owner and quorum where the command line stored it', () => {
    const stored = readStored(JSON.stringify({ answer: { status: 'completed' }, source, owner: 'abc', quorum: 2, value: '1' }));
    expect(stored === undefined ? undefined : readPasted(stored)).toMatchObject({
      ok: true,
      expected: { source, owner: 'abc', quorum: 2 },
    });
    expect(readStored('{"status":"completed"}')).toBeUndefined();
    expect(readStored('no JSON')).toBeUndefined();
  });
});
