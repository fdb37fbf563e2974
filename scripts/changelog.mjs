/**
 * Section of a CHANGELOG.md about one version, with headings a level deeper. Throws where it says nothing.
 *
 * @param {string} changelog
 * @param {string} version
 */
export function changesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.startsWith(`${version}\n`));
  if (found === undefined) throw new Error(`${version}: is not in the changelog`);
  return found.slice(version.length).replaceAll(/^### /gm, '#### ').trim();
}
