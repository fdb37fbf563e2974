import { VizLegendOptionsBuilder } from '@grafana/grafana-foundation-sdk/common';
import { DashboardBuilder, DatasourceVariableBuilder, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { DETAILS } from './details.mjs';
import { NODES } from './nodes.mjs';
import { ON_CALL } from './on-call.mjs';
import { RATE } from './panels.mjs';

/** Half the width of a dashboard, and a third of a screen. */
const SPAN = 12;
const HEIGHT = 8;

/** @type {readonly import('./panels.mjs').Dashboard[]} */
const DASHBOARDS = [ON_CALL, NODES, DETAILS];

/** The dashboards in Grafana's JSON model, by the names of their files. */
export function dashboardFiles() {
  return Object.fromEntries(DASHBOARDS.map((one) => [`${one.uid}.json`, `${JSON.stringify(modelOf(one), null, 2)}\n`]));
}

function modelOf({ uid, title, rows }) {
  const builder = new DashboardBuilder(title)
    .uid(uid)
    .tags(['oracle-gateway'])
    .refresh('30s')
    .time({ from: 'now-1h', to: 'now' })
    .withVariable(new DatasourceVariableBuilder('datasource').label('Data source').type('prometheus'));
  for (const [rowTitle, panels] of Object.entries(rows)) {
    builder.withRow(new RowBuilder(rowTitle));
    for (const { title: panelTitle, unit, queries } of panels) {
      const legend = new VizLegendOptionsBuilder().showLegend(true).displayMode('list').placement('bottom').calcs([]);
      const panel = new PanelBuilder().title(panelTitle).unit(unit).span(SPAN).height(HEIGHT).legend(legend);
      // The variable of the dashboard, for Grafana to fill in.
      panel.datasource({ type: 'prometheus', uid: '${datasource}' });
      for (const [name, expr] of queries) panel.withTarget(new DataqueryBuilder().expr(expr).legendFormat(name));
      builder.withPanel(panel);
    }
  }
  return builder.build();
}

/** Queries that Grafana sends to Prometheus, with the window that it puts in. */
export function queriesOf(rateWindow) {
  return DASHBOARDS.flatMap(({ rows }) =>
    Object.values(rows).flatMap((panels) =>
      panels.flatMap(({ title, queries }) => queries.map(([legend, expr]) => ({ title, legend, expr: expr.replaceAll(RATE, rateWindow) }))),
    ),
  );
}
