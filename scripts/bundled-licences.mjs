// The licences of what a bundler has put into its files: most ask that their text goes along.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PACKAGE_FOLDER = /^(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/;
const LICENCE_FILE = /^(?:licen[cs]e|notice)(?:-[a-z]+)?(?:\.(?:md|txt))?$/i;

/**
 * The texts of all packages that builds read, in the order of their names. Throws where a package has none.
 *
 * @param {{ metafiles: readonly string[], from: string }} builds what esbuild says of them, whose paths start in the folder `from`
 * @returns {string}
 */
export function bundledLicences({ metafiles, from }) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(JSON.parse(metafile).inputs));
  const folders = new Set(inputs.flatMap((path) => PACKAGE_FOLDER.exec(resolve(from, path))?.[1] ?? []));
  const packages = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
    if (files.length === 0) throw new Error(`${name} ${version}: has no licence file; the bundle may not be passed on without its text`);
    return {
      title: `${name} ${version} (${license})`,
      text: files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n'),
    };
  });
  return packages
    .sort((one, other) => (one.title < other.title ? -1 : 1))
    .map(({ title, text }) => `${title}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}
