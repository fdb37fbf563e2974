import { execFileSync } from 'node:child_process';

/**
 * What differs from where this branch left `main`: its commits, the working tree, and new files that nothing ignores.
 *
 * @returns {{ changed: string[], deleted: string[] } | undefined} paths from the root; undefined where git or `main` is missing
 */
export function changedFiles(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const list = (...args) =>
    git(...args, '-z')
      .split('\0')
      .filter((path) => path !== '');
  const main = ['main', 'origin/main'].find((name) => {
    try {
      return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
    } catch {
      return false;
    }
  });
  if (main === undefined) return undefined;
  const base = git('merge-base', 'HEAD', main).trim();
  const changed = [
    ...list('diff', '--name-only', '--no-renames', '--diff-filter=d', base),
    ...list('ls-files', '--others', '--exclude-standard'),
  ];
  return { changed, deleted: list('diff', '--name-only', '--no-renames', '--diff-filter=D', base) };
}
