import { markdownAddressOf, textForSite } from '../page-links.mjs';
import { readPage, repositoryPages } from '../repository-pages.mjs';

/** The list for models, whose links lead to the Markdown of the pages. */
export function GET() {
  const addresses = new Map(repositoryPages().map(({ path, id }) => [path, markdownAddressOf(id)]));
  return new Response(textForSite({ path: 'docs/llms.txt', text: readPage('docs/llms.txt') }, addresses));
}
