import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fetchUrl } from './fetch-url.js';
import { urlRule } from './source-url.js';

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const HOST_RULE = 'must name a host in ASCII; internationalised names (xn--) do not serve';

describe('the url of a source', () => {
  it.each([
    ['https://a.example/^GSPC', 'must write "^" as %5E'],
    ['https://a.example/?pair=a|b', 'must write "|" as %7C'],
    ['https://a.example/{x}', 'must write "{" as %7B'],
    ['https://a.example/a b', 'must write " " as %20'],
    ['https://a.example/\n', 'must write "\\n" as %0A'],
    ['https://a.example/100%', 'must write "%" as %25'],
    ['https://a.example/é', 'must write a character as %C3%A9'],
    ['https://a.example/€😀', 'must write a character as %E2%82%AC'],
    ['https://a.example/\u202e', 'must write a character as %E2%80%AE'],
    ['https://a.example/\ud800', 'must be well-formed Unicode'],
    ['https://a.example/#b', 'must end before the #, without a fragment'],
    ['https://münchen.example/', HOST_RULE],
    ['https://xn--mnchen-3ya.example/', HOST_RULE],
    ['api.example.com/v1/price', 'must start with https:// or http://'],
    ['ftp://a.example/', 'must start with https:// or http://'],
    ['', 'must start with https:// or http://'],
    ['https:///a', 'must name a host'],
    ['https://hidden:hidden@a.example/', 'must not hold user information'],
    ['https://a.example/a/../b', 'must be written as https://a.example/b'],
    ["https://a.example/?it's", 'must be written as https://a.example/?it%27s'],
    ['https://a.example:65536/', 'must be a valid URL'],
    ['https://a.example/{{key}}', 'must write a secret as {{secret.<name>}}'],
    ['https://a.example/?key=${API_KEY}', 'must write a secret as {{secret.<name>}}'],
    ['https://a.example/?key=$API_KEY', 'must write a secret as {{secret.<name>}}'],
  ])('%j is told the one rule that it breaks: %s', (url, rule) => {
    expect(urlRule(url)).toBe(rule);
  });

  it.each([
    'http://a.example/',
    'https://a.example:443/',
    'HTTPS://API.Example.com/V1',
    'https://a.example?b',
    'https://a.example/$KEY_RATE/$api_key/$TSLA?price=$100&$filter=a',
    'https://a.example/{{secret.key}}?k={{secret.API_KEY}}',
  ])('%s serves as it stands', (url) => {
    expect(urlRule(url)).toBeUndefined();
  });

  it.each(['path', 'query'])('takes every character of ASCII in its %s, or is told what to write, and that serves', (part) => {
    for (const character of ASCII.filter((one) => one !== '#')) {
      const around = (text: string): string => `https://a.example/${part === 'path' ? '' : '?q='}a${text}b`;
      const url = around(character);
      const rule = urlRule(url);
      if (rule === undefined) {
        expect(new URL(url).href, url).toBe(fetchUrl({ url }));
        continue;
      }
      const encoded = encodeURIComponent(character).replace("'", '%27');
      const told = [`must write ${JSON.stringify(character)} as ${encoded}`, `must write a character as ${encoded}`];
      expect([...told, `must be written as ${around(encoded)}`], url).toContain(rule);
      expect(urlRule(around(encoded)), url).toBeUndefined();
    }
  });

  it('is told a rule that never holds its text, but as what to write', () => {
    const near = fc.constantFrom(
      'https://',
      'http://',
      'a.example',
      '/',
      '?',
      '#',
      '%',
      '%4',
      '^',
      '@',
      ':',
      '..',
      'é',
      '\ud800',
      '{{',
      '}}',
      '$',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(near, fc.string({ maxLength: 4 }))), (parts) => {
        const rule = urlRule(parts.join(''));
        if (rule === undefined) return;
        expect(rule).toMatch(/^must [\u0020-\u007e]+$/);
        expect(rule.length).toBeLessThan(400);
      }),
      { numRuns: 2_000 },
    );
  });
});
