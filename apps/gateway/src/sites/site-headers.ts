export interface SiteHeadersInput {
  /** Origins that its scripts may reach beside the gateway itself. */
  readonly connectTo: readonly string[];
  /** Further directives of its policy. */
  readonly directives?: readonly string[];
  readonly openerPolicy: 'same-origin' | 'same-origin-allow-popups';
}

/** Headers for browsers: a site loads from the gateway alone, runs no text as code, and shows in no frame. */
export function siteHeaders({ connectTo, directives = [], openerPolicy }: SiteHeadersInput): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...connectTo].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...directives,
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': openerPolicy,
  };
}
