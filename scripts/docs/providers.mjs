import { table } from './generated-blocks.mjs';

const DATES = { page: '', reading: ', read then', writing: ', not read since' };

/** The providers of the catalogue: what each has, how it is reached, and what its terms say of passing values on. */
export function providersTable({ BUILT_IN_PROVIDERS, builtInProvider, feedCount }) {
  const rows = BUILT_IN_PROVIDERS.map((id) => {
    const { name, flows, indices = [], operations, aggregation, redistribution } = builtInProvider(id);
    const kinds = operations.map(({ assetClass }) => assetClass);
    return [
      `\`${id}\``,
      name,
      [...new Set(kinds)].join(', ') || 'index',
      feedCount(flows, indices),
      [...new Set(flows.map(accessOf))].join(', or ') || 'keyless',
      aggregation.mode,
      redistribution,
    ];
  });
  const feeds = rows.reduce((sum, row) => sum + row[3], 0);
  return `${rows.length} providers, ${feeds} feeds:\n\n${table(['id', 'provider', 'kind', 'feeds', 'access', 'mode', 'redistribution'], rows)}`;
}

function accessOf({ kind, credential }) {
  if (kind === 'x402') return 'an x402 payment for each request';
  const place = credential.header ?? credential.query;
  return place === undefined ? 'keyless' : `a key in \`${place}\``;
}

/** The pages that the form of the answers and the terms are from, each with its date. */
export function providerPagesTable({ BUILT_IN_PROVIDERS, builtInAnswers }) {
  const rows = BUILT_IN_PROVIDERS.flatMap((id) => {
    const answers = builtInAnswers(id);
    if (answers === null) return [];
    const { form, terms } = answers;
    return [[`\`${id}\``, `${form.how === 'page' ? 'from' : 'recorded, as on'} ${linked(form)}`, linked(terms)]];
  });
  return table(['id', 'form of the answers', 'terms'], rows);
}

function linked({ page, date, dateOf }) {
  return `[${new URL(page).host}](${page}), ${date}${DATES[dateOf]}`;
}
