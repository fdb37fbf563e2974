/** The folders whose suites are configured alike, relative to the root, so that one run can have all of them. */
export function alikeSuites(root: string): string[];
