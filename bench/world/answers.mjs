const TIMEOUT_MS = 2_000;

/** Whether a GET of this address is answered well, now. @param {string} url */
export async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
