// How changesets become lines of a CHANGELOG.md: one line each, with the commit that brought it, and one line for all dependencies.
const REPOSITORY = 'https://github.com/oracle-gateway/oracle-gateway';
const SHORT = 7;
/** The version of a package before its first release, which no user can have. */
const UNRELEASED = '0.0.0';

/** Further lines belong to the same item of the list. */
function indented(text) {
  return text.trim().replaceAll('\n', '\n  ');
}

async function getReleaseLine({ summary, commit }) {
  const link = commit === undefined ? '' : ` ([${commit.slice(0, SHORT)}](${REPOSITORY}/commit/${commit}))`;
  return `- ${indented(summary)}${link}`;
}

async function getDependencyReleaseLine(_changesets, dependencies) {
  const replaced = dependencies.filter(({ oldVersion }) => oldVersion !== UNRELEASED);
  if (replaced.length === 0) return '';
  return `- Took ${replaced.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`).join(', ')}.`;
}

module.exports = { getReleaseLine, getDependencyReleaseLine };
