/**
 * A controller of its own whose signal is aborted with `signal` at the latest. `AbortSignal.any` does as much with weak references, which
 * every collection of garbage has to look at; this holds a listener, so `signal` must not outlive it by much.
 */
export function linkedController(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  const end = (): void => {
    controller.abort(signal.reason);
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return controller;
}
