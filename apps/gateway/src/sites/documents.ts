import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StaticSite } from '../http/static-site.js';

const CONTENT_TYPES = {
  'llms-full.txt': 'text/plain; charset=utf-8',
  'protocol.md': 'text/markdown; charset=utf-8',
  'skill.md': 'text/markdown; charset=utf-8',
} as const;

/**
 * `GET /llms-full.txt` and `GET /protocol.md`: the documents for callers, and every byte that is hashed or signed. A program in any language
 * needs no other text. `GET /skill.md` is for a host that loads skills of an agent.
 *
 * @param pagesPath folder that has `documents`, which come with the gateway
 */
export function createDocuments(pagesPath: string): StaticSite {
  const files = Object.entries(CONTENT_TYPES).map(([name, contentType]) => {
    const read = () => readFile(join(pagesPath, 'documents', name));
    return [`/${name}`, { contentType, cacheControl: 'public, max-age=300', read }] as const;
  });
  return { name: 'documents', files: new Map(files), redirects: new Map(), headers: {} };
}
