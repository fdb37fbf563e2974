/** Spans that lie closer together than this are one panel: the settlement comes seconds after the answer. */
const GAP_MS = 100;
const [WIDTH, LABELS, RIGHT, ROW, HEAD] = [980, 330, 70, 17, 44];
const COLOURS = { gateway: '#2563eb', 'oracle-node': '#0f766e', 'settlement-worker': '#b45309' };
const REDIS = '#b91c1c';
const LEDGER = '#7c3aed';

/**
 * One trace as an SVG: a row for each span, below the span that caused it, with its time. The answer and the settlement are panels of their own,
 * each with its own scale.
 *
 * @param {readonly any[]} recorded spans in OTLP's JSON form, each with its `service`
 */
export function drawTrace(recorded) {
  const spans = recorded.map((span) => ({
    ...span,
    start: Number(BigInt(span.startTimeUnixNano) / 1_000n) / 1_000,
    end: Number(BigInt(span.endTimeUnixNano) / 1_000n) / 1_000,
  }));
  const panels = panelsOf(inOrder(spans));
  const parts = [];
  let y = 34;
  for (const panel of panels) {
    parts.push(...drawPanel(panel, y));
    y += HEAD + panel.length * ROW + 14;
  }
  const [first] = spans.toSorted((a, b) => a.start - b.start);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="One round as a trace of ${spans.length} spans">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="14" y="24" font-size="15" font-weight="600" fill="#111827">One round: ${spans.length} spans, trace ${first.traceId}</text>
${parts.join('\n')}
</svg>
`;
}

/** Depth first, earlier spans first; each with its depth. */
function inOrder(spans) {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const below = (parent, depth) =>
    spans
      .filter(({ parentSpanId }) => (parent === null ? !ids.has(parentSpanId) : parentSpanId === parent))
      .toSorted((a, b) => a.start - b.start)
      .flatMap((span) => [{ ...span, depth }, ...below(span.spanId, depth + 1)]);
  return below(null, 0);
}

/** The spans of the worker belong to the settlement; what else came later, such as a release of nonces, stays with the answer. */
function panelsOf(spans) {
  const isSettlement = ({ service }) => service === 'settlement-worker';
  const answer = spans.filter((span) => !isSettlement(span));
  const end = answer.find(({ name }) => name === 'round').end;
  return [answer.filter(({ start }) => start < end + GAP_MS), spans.filter(isSettlement)].filter(({ length }) => length > 0);
}

function drawPanel(spans, top) {
  const from = Math.min(...spans.map(({ start }) => start));
  const to = Math.max(...spans.map(({ end }) => end));
  const scale = (WIDTH - LABELS - RIGHT) / (to - from);
  const title = spans[0].service === 'settlement-worker' ? 'Settlement' : 'Answer';
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const x = LABELS + part * (WIDTH - LABELS - RIGHT);
    const bottom = top + HEAD + spans.length * ROW;
    return `<line x1="${x}" x2="${x}" y1="${top + HEAD - 8}" y2="${bottom}" stroke="#e5e7eb"/><text x="${x}" y="${top + HEAD - 12}" text-anchor="middle" fill="#6b7280">${(part * (to - from)).toFixed(1)} ms</text>`;
  });
  const rows = spans.map((span, index) => {
    const y = top + HEAD + index * ROW;
    const x = LABELS + (span.start - from) * scale;
    const width = Math.max(1.5, (span.end - span.start) * scale);
    return `<text x="${14 + span.depth * 12}" y="${y + 12}" fill="#111827">${labelOf(span)}</text><rect x="${x.toFixed(1)}" y="${y + 3}" width="${width.toFixed(1)}" height="${ROW - 6}" rx="2" fill="${colourOf(span)}"/><text x="${(x + width + 4).toFixed(1)}" y="${y + 12}" fill="#6b7280" font-size="10">${(span.end - span.start).toFixed(1)}</text>`;
  });
  return [`<text x="14" y="${top + HEAD - 12}" font-weight="600" fill="#111827">${title}</text>`, ...ticks, ...rows];
}

function labelOf({ service, name, attributes }) {
  const node = attributes.find(({ key }) => key === 'oracle.node')?.value.intValue;
  return `${service}: ${name}${node === undefined ? '' : `, node ${node}`}`;
}

function colourOf({ service, name }) {
  if (name.startsWith('redis ')) return REDIS;
  return name.startsWith('ledger ') ? LEDGER : COLOURS[service];
}
