/** The environment of the process, where the platform has one under the name that Node, Deno and Bun share. */
export function environment(name: 'IDV_API_KEY' | 'IDV_BASE_URL' | 'IDV_WEBHOOK_SECRET'): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
