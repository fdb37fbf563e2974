import { errorPages, errorPath } from '@oracle-gateway/gateway-api/internal';
import { errorRules } from '@oracle-gateway/gateway-api/errors';
import { expect, it } from 'vitest';
import { createErrorPages } from './error-pages.js';

const { files, headers } = createErrorPages();

it('each code of the table has its page, and the site has no other', () => {
  const paths = Object.keys(errorRules).map(errorPath);
  expect([...files.keys()].filter((path) => path !== errorPath('style.css'))).toEqual(paths);
});

it.each(errorPages())(
  'the page of $code says what, why, what was charged and what to do, with an example',
  async ({ code, sections, example }) => {
    const html = String(Buffer.from((await files.get(errorPath(code))?.read()) ?? []));
    expect(html).toContain(`<h1><code>${code}</code></h1>`);
    for (const { title, text } of sections) {
      expect(html).toContain(`<h2>${title}</h2>`);
      expect(text).toMatch(/\.$/);
    }
    expect(example).toMatchObject({ code, docUrl: errorPath(code) });
    expect(html).not.toMatch(/<script|undefined/);
  },
);

it('a page loads nothing from elsewhere and runs no script of its own', () => {
  expect(headers['Content-Security-Policy']).toContain("default-src 'none'");
});
