import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../repository-pages.mjs';

const FOLDER = join(root, 'docs', 'images');

export function getStaticPaths() {
  return readdirSync(FOLDER).map((name) => ({ params: { name } }));
}

/** A picture of the documents, as it is. */
export function GET({ params: { name } }) {
  return new Response(readFileSync(join(FOLDER, name)));
}
