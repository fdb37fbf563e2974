import { markdownAddressOf, textForSite } from '../page-links.mjs';
import { readPage, repositoryPages } from '../repository-pages.mjs';

export function getStaticPaths() {
  const pages = repositoryPages();
  const addresses = new Map(pages.map(({ path, id }) => [path, markdownAddressOf(id)]));
  return pages.map(({ path, id }) => ({ params: { page: id }, props: { path, addresses } }));
}

/** A page as Markdown, for programs. */
export function GET({ props: { path, addresses } }) {
  return new Response(textForSite({ path, text: readPage(path) }, addresses));
}
