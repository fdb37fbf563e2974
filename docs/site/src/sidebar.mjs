import { referenceEntries } from './api-reference.mjs';
import { repositoryPages } from './repository-pages.mjs';

/** The pages that a reader meets first, in the order of their use. Any other page comes after them in the group of its folder. */
const GROUPS = [
  { label: 'Start', ids: ['index', 'localnet', 'demo', 'pricing', 'terms'] },
  { label: 'Tasks', folder: 'tasks', ids: ['ask', 'verify', 'solana-feed', 'agent', 'node', 'gateway'].map((name) => `tasks/${name}`) },
  {
    label: 'Call a gateway',
    ids: [
      'calls',
      'python',
      'agents',
      'skills/oracle-gateway',
      'cli',
      'explorer',
      'providers',
      'api',
      'errors',
      'without-a-client',
      'examples',
    ],
  },
  {
    label: 'On chain',
    folder: 'programs',
    ids: ['on-chain', 'keeper', 'programs/feed', 'programs/attestation', 'evm', 'contracts/evm', 'programs/oracle'],
  },
  {
    label: 'Coming from another oracle',
    folder: 'migrate',
    ids: ['pyth', 'switchboard', 'chainlink-functions'].map((name) => `migrate/${name}`),
  },
  {
    label: 'Run it',
    ids: ['operations', 'money', 'deploy', 'objectives', 'runbook', 'keys', 'governance', 'telemetry', 'capacity', 'redis'],
  },
  {
    label: 'Settings',
    folder: 'configuration',
    ids: ['gateway', 'oracle-node', 'settlement-worker', 'keeper'].map((name) => `configuration/${name}`),
  },
  { label: 'How it works', folder: '', ids: ['architecture', 'rooms', 'protocol', 'security', 'bench'] },
  { label: 'Programs', folder: 'apps', ids: [], collapsed: true },
  { label: 'Packages', folder: 'packages', ids: ['client', 'cli', 'mcp', 'admin'].map((name) => `packages/${name}`), collapsed: true },
  { label: 'Decisions', folder: 'decisions', ids: ['decisions'], collapsed: true },
  {
    label: 'The project',
    folder: 'project',
    ids: ['project/contributing', 'development', 'releases', 'changelog', 'project/style', 'project/security', 'project/conduct'],
    collapsed: true,
  },
];
const REFERENCE = 'TypeScript reference';

/** The sidebar: every page of the repository stands in it once, then the reference of the packages. */
export function sidebar() {
  const pages = new Map(repositoryPages().map(({ id, title }) => [id, title]));
  const named = new Set(GROUPS.flatMap(({ ids }) => ids));
  const others = [...pages.keys()].filter((id) => !named.has(id));
  const folders = GROUPS.map(({ folder }) => folder).filter((folder) => folder !== undefined);
  const folderOf = (id) => folders.find((folder) => folder !== '' && id.startsWith(`${folder}/`)) ?? '';
  const groups = GROUPS.map(({ label, folder, ids, collapsed = false }) => ({
    label,
    collapsed,
    items: [...ids.filter((id) => pages.has(id)), ...others.filter((id) => folderOf(id) === folder)].map((id) => ({
      label: id === 'index' ? 'Overview' : pages.get(id),
      slug: id,
    })),
  }));
  return [...groups, { label: REFERENCE, collapsed: true, items: referenceEntries().map(({ id, name }) => ({ label: name, slug: id })) }];
}
