import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';

import { openTerminal } from '../../tests/typed-command.js';

const PROVIDERS = new URL('../../../providers/src/', import.meta.url);
const terminal = openTerminal();
afterAll(() => terminal.close());

function shipped(folder: 'data' | 'fixtures', id: string): string {
  return readFileSync(new URL(`${folder}/${id}.json`, PROVIDERS), 'utf8');
}

describe('provider check', () => {
  it('finds nothing wrong in a provider of the catalogue, and tries its selectors on its answers', async () => {
    const [file, answers] = [terminal.file('nws.json', shipped('data', 'nws')), terminal.file('answers.json', shipped('fixtures', 'nws'))];
    expect(await terminal.type(['provider', 'check', file])).toMatchObject({
      exitCode: 0,
      output: 'nws: 2 feeds; no selector was tried: give a file of answers\n',
    });
    expect(await terminal.type(['provider', 'check', file, answers])).toMatchObject({
      exitCode: 0,
      output: 'nws: 2 feeds; each selector finds its value\n',
    });
    expect(terminal.asked).toEqual([]);
  });

  it('tells every mistake of the file at once, a line each', async () => {
    const file = terminal.file('wrong.json', shipped('data', 'nws').replace('"nws"', '"N W S"').replace('"allowed"', '"yes"'));
    const { exitCode, output, errors } = await terminal.type(['provider', 'check', file]);
    expect([exitCode, errors]).toEqual([2, '2 to mend\n']);
    expect(output).toBe(
      'id: must be a name of a-z, 0-9, _ and -, of at most 64 characters\nredistribution: must be one of allowed, attribution, forbidden, unknown\n',
    );
  });

  it('tells mistakes of form and mistakes between members in one go', async () => {
    const [method, quorum] = ['"method": "GET"', '"minSignatures": 3'];
    const text = shipped('data', 'nws')
      .replace('"allowed"', '"yes"')
      .replace(method, '"method": "get"')
      .replace(quorum, '"minSignatures": 2');
    const { output, errors } = await terminal.type(['provider', 'check', terminal.file('both.json', text)]);
    expect(errors).toBe('3 to mend\n');
    expect(output.split('\n').map((line) => line.split(':')[0])).toEqual([
      'redistribution',
      'aggregation.minSignatures',
      'flows[0].feeds[0].apiConfig.method',
      '',
    ]);
  });

  it('tells an answer that the selector does not fit', async () => {
    const file = terminal.file('nws.json', shipped('data', 'nws'));
    const answers = terminal.file('null.json', shipped('fixtures', 'nws').replace('"value": 6.1', '"value": null'));
    const { exitCode, output } = await terminal.type(['provider', 'check', file, answers]);
    expect([exitCode, output]).toEqual([2, 'answers[0].body: must hold what the feed selects: not_a_number\n']);
    const { output: shape } = await terminal.type(['provider', 'check', file, terminal.file('empty.json', '{}')]);
    expect(shape).toBe('form: is required\n');
  });

  it('needs a file that exists and holds JSON', async () => {
    expect(await terminal.type(['provider', 'check', '/nowhere/x.json'])).toMatchObject({ exitCode: 2 });
    expect(await terminal.type(['provider', 'check', terminal.file('text.json', 'id = 1')])).toMatchObject({ exitCode: 2 });
  });
});

describe('provider schema', () => {
  it('is the JSON Schema of a file', async () => {
    const { output } = await terminal.type(['provider', 'schema', '--json']);
    expect(JSON.parse(output)).toMatchObject({ type: 'object', properties: { id: { type: 'string' }, redistribution: {} } });
  });
});
