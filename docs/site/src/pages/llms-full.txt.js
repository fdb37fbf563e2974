import { readPage } from '../repository-pages.mjs';

export function GET() {
  return new Response(readPage('docs/llms-full.txt'));
}
