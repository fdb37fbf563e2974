import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { reportTrouble } from './report-trouble.js';
import { serviceName } from './service-name.js';
import { readTraceSettings } from './config.js';
import { startTracing } from './start-tracing.js';

const settings = readTraceSettings();
if (!settings.isOff) {
  const name = serviceName(process.argv[1]);
  diag.setLogger(reportTrouble({ name, write: (line) => process.stderr.write(line), nowMs: Date.now }), DiagLogLevel.ERROR);
  startTracing({ ...settings, name, exporter: new OTLPTraceExporter() });
}
