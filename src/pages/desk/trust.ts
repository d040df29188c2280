interface HtmlPolicy {
  createHTML(text: string): unknown;
}

let policy: HtmlPolicy | null = null;

/** The policy of the page requires trusted types. The only HTML used here comes from the desk itself. */
export function trust(text: string): unknown {
  const { trustedTypes } = globalThis as unknown as {
    trustedTypes?: { createPolicy(name: string, rules: object): HtmlPolicy };
  };
  if (!trustedTypes) return text;
  policy ??= trustedTypes.createPolicy('desk', { createHTML: (html: string) => html });
  return policy.createHTML(text);
}

/** Another page of the desk. */
export function parsePage(text: string): Document {
  return new DOMParser().parseFromString(trust(text) as string, 'text/html');
}
