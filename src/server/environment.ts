/** An environment variable, on platforms that have them, such as Node, Deno and Bun; undefined elsewhere. */
export function environment(name: 'IDV_API_KEY' | 'IDV_BASE_URL' | 'IDV_WEBHOOK_SECRET'): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
