import { errorCodePages } from '../error-pages.mjs';
import { markdownAddressOf, textForSite } from '../page-links.mjs';
import { readPage, repositoryPages } from '../repository-pages.mjs';

export function getStaticPaths() {
  const pages = repositoryPages();
  const addresses = new Map(pages.map(({ path, id }) => [path, markdownAddressOf(id)]));
  const codes = errorCodePages();
  return [
    ...pages.map(({ path, id }) => ({ params: { page: id }, props: { text: textForSite({ path, text: readPage(path) }, addresses) } })),
    ...codes.map(({ id, title, text }) => ({ params: { page: id }, props: { text: `# ${title}\n\n${text}\n` } })),
  ];
}

/** A page as Markdown, for programs. */
export function GET({ props: { text } }) {
  return new Response(text);
}
