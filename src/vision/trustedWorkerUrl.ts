/** What the platform's Trusted Types look like, as far as they are needed here. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * The address of a worker as a page with `require-trusted-types-for 'script'` takes it: by way of the policy
 * `idv-verify`, which the page has to allow (`trusted-types lit-html idv-verify`).
 * @throws TypeError where the page does not.
 */
export function trustedWorkerUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  policy ??= trustedTypes.createPolicy('idv-verify', { createScriptURL: (known) => known });
  return policy.createScriptURL(url);
}
