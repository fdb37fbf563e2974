import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { REPOSITORY } from './src/page-links.mjs';
import { pagesAsText } from './src/pages-as-text.mjs';
import { sidebar } from './src/sidebar.mjs';

/** The languages of the blocks in the documents. Without this list, all 250 are bundled, which doubles the time of a build. */
const LANGUAGES = ['js', 'json', 'rust', 'sh', 'solidity', 'toml', 'ts'];
const CACHE = new URL('.astro/cache/', import.meta.url);

export default defineConfig({
  cacheDir: CACHE.pathname,
  image: { service: passthroughImageService() },
  // Quotes and dashes stay as they are written: much of the text is code.
  markdown: { smartypants: false },
  prefetch: false,
  vite: { plugins: [pagesAsText(new URL('data-store.json', CACHE))] },
  integrations: [
    starlight({
      title: 'Oracle Gateway',
      description: 'Values from any HTTP source, signed together by a quorum of nodes, verified with the keys on the ledger',
      social: [{ icon: 'github', label: 'The repository', href: REPOSITORY }],
      customCss: ['./src/site.css'],
      head: [{ tag: 'script', attrs: { src: '/scrollable.js', defer: true } }],
      expressiveCode: { defaultProps: { frame: 'none' }, shiki: { bundledLangs: LANGUAGES } },
      sidebar: sidebar(),
      pagination: false,
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
    }),
  ],
});
