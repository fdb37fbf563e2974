// Health check of the image, in place of a shell and curl: exit code 0 if the URL answers 2xx. It is given, or HEALTH_URL of the image.
const PATIENCE_MS = 4_000;
const url = process.argv[2] ?? process.env.HEALTH_URL;
const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error) => ({
  ok: false,
  status: String(error.cause ?? error),
}));
if (!answer.ok) console.error(`${url}: ${answer.status}`);
process.exit(answer.ok ? 0 : 1);
