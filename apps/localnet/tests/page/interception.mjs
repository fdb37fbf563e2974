// A gateway that a test stands in front of, for one page.

/**
 * Answers requests of the page that a rule takes, in place of the gateway. A rule answers `undefined` to leave a request alone, `null` to cut it
 * off, or what is said: `{ status, body }`.
 */
export async function intercept(page, rule) {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    answer(request, rule).catch(() => request.abort().catch(() => undefined));
  });
}

async function answer(request, rule) {
  const said = await rule(request, () => passOn(request));
  if (said === undefined) return request.continue();
  if (said === null) return request.abort('connectionrefused');
  const { status, headers = {}, body } = said;
  return request.respond({ status, headers: { 'content-type': 'application/json', ...headers }, body });
}

/** The gateway's own answer. */
async function passOn(request) {
  const response = await fetch(request.url(), { method: request.method(), headers: request.headers(), body: request.postData() });
  const roundId = response.headers.get('x-round-id');
  return { status: response.status, headers: roundId === null ? {} : { 'x-round-id': roundId }, body: await response.text() };
}
