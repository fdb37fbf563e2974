/**
 * A controller that is aborted with `signal`, or before it. It holds a listener on `signal`, so `signal` must not live much longer than the
 * controller. `AbortSignal.any` holds weak references instead, which cost time in every garbage collection.
 */
export function linkAbort(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  const end = (): void => {
    controller.abort(signal.reason);
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return controller;
}
