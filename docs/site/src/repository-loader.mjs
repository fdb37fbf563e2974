import { join } from 'node:path';
import { apiReferencePages } from './api-reference.mjs';
import { errorCodePages, withCodeLinks } from './error-pages.mjs';
import { addressOf, REPOSITORY, textForSite } from './page-links.mjs';
import { pathFromRoot, readPage, repositoryPages, root, titleOf, withoutTitle } from './repository-pages.mjs';

/** The pages of the site, read where they stand in the repository. With `astro dev`, a page that is saved is read again. */
export function repositoryLoader() {
  return {
    name: 'repository',
    async load({ store, parseData, renderMarkdown, generateDigest, watcher, logger }) {
      const pages = repositoryPages();
      const addresses = new Map(pages.map(({ path, id }) => [path, addressOf(id)]));
      const put = async ({ id, title, text, editUrl = false }) => {
        const digest = generateDigest(`${title}${text}${editUrl}`);
        if (store.get(id)?.digest === digest) return;
        const entry = await parseData({ id, data: { title, editUrl } });
        store.set({ id, data: entry, digest, rendered: await renderMarkdown(text) });
      };
      const putPage = async ({ path, id }) => {
        const text = readPage(path);
        const shown = withCodeLinks({ path, text: textForSite({ path, text }, addresses) });
        await put({ id, title: titleOf(path, text), text: withoutTitle(shown), editUrl: `${REPOSITORY}/edit/main/${path}` });
      };
      const written = [...errorCodePages(), ...(await apiReferencePages())];
      const ids = new Set([...pages, ...written].map(({ id }) => id));
      for (const id of store.keys()) if (!ids.has(id)) store.delete(id);
      for (const page of pages) await putPage(page);
      for (const page of written) await put(page);
      watcher?.add(pages.map(({ path }) => join(root, path)));
      watcher?.on('change', async (file) => {
        const page = pages.find(({ path }) => path === pathFromRoot(file));
        if (page === undefined) return;
        logger.info(`${page.path} has changed`);
        await putPage(page);
      });
    },
  };
}
