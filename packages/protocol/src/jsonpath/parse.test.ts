import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { parseQuery } from './parse.js';
import { SelectorError } from './selector-error.js';

describe('the parser', () => {
  it.each(['$[?@.a == 0.5]', '$[?@.a == -0.5]', '$[?@.a == 0e1]', '$[?@.a == 0.0E-3]', '$[?@.a == -0]', '$[?@.a == 10]', '$[?0.5 == @.a]'])(
    '%s holds a number of RFC 9535',
    (expression) => {
      expect(parseQuery(expression)).toHaveLength(1);
    },
  );

  it.each(['$.a-b', '$.a-', '$..a-b', '$[?@.a-b]', '$[?@.a == 01]', '$[?@.a == -00]', '$[?@.a == 1.-5]'])(
    '%s is no query of RFC 9535',
    (expression) => {
      expect(() => parseQuery(expression)).toThrow(SelectorError);
    },
  );

  it('comes with this package: the registry has it without our changes', () => {
    expect(manifest.dependencies).not.toHaveProperty('json-p3');
    expect(manifest.devDependencies).toHaveProperty('json-p3');
  });
});
