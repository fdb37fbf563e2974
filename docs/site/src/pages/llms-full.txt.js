import { llmsFullText } from '../../../../scripts/docs/llms.mjs';
import { readPage } from '../repository-pages.mjs';

/** The text of the callers' documents, for models. */
export function GET() {
  return new Response(llmsFullText(readPage));
}
