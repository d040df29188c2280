import { createIdvClient, type IdvClient } from '../../src/server/index.ts';
import { cluster } from './support/cluster.ts';
import { inLanes } from './support/inLanes.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';
import { startCuttingProxy } from './support/startCuttingProxy.ts';

const SHARE = 0.2;
const CONCURRENCY = 24;

/**
 * Creates cases with the back-end helper through a proxy that cuts one connection in five: before the request arrives,
 * during the response, or after the service responded. Each case must exist once, and the caller must know its id.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const creates = lab.size(10_000, 150);
  const { keys, start } = await cluster(lab, 'postgres');
  const node = await start({ LOG_LEVEL: 'info' });
  const proxy = await startCuttingProxy(lab, node.url, SHARE);
  const { cases } = createIdvClient({
    apiKey: keys.test,
    baseUrl: `${proxy.url}/v1`,
    maxRetries: 12,
    deadlineMs: 300_000,
    // Each attempt uses a new connection.
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, Connection: 'close' } }),
  });
  const ids = new Map<string, string>();
  const failures: string[] = [];
  await inLanes(creates, CONCURRENCY, async (index) => {
    const reference = `customer ${index}`;
    const input = {
      type: 'kyc_individual',
      returnUrl: 'https://shop.example/back',
      clientReferenceId: reference,
    } as const;
    const made = await cases
      .create(input)
      .catch((error: Error) => failures.push(`${error.name} ${error.message}`));
    if (typeof made === 'object') ids.set(reference, made.id);
  });
  const stored = await storedCases(createIdvClient({ apiKey: keys.test, baseUrl: `${node.url}/v1` }));
  const count = new Map<string | null, number>();
  for (const { reference } of stored) count.set(reference, (count.get(reference) ?? 0) + 1);
  const duplicates = [...count.values()].filter((times) => times > 1).length;
  const rows = new Set(stored.map(({ id, reference }) => `${id} ${reference}`));
  const lost = [...ids].filter(([reference, id]) => !rows.has(`${id} ${reference}`)).length;
  const cuts = proxy.cuts;
  const ok =
    duplicates === 0 && lost === 0 && failures.length === 0 && stored.length === creates && cuts.after > 0;
  return { ok, creates, stored: stored.length, duplicates, lost, failures: failures.slice(0, 3), cuts };
}

/** As the service lists them: in the database a reference is sealed. */
async function storedCases({ cases }: IdvClient): Promise<{ id: string; reference: string | null }[]> {
  const stored: { id: string; reference: string | null }[] = [];
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const page = await cases.list({ limit: 100, ...(cursor && { cursor }) });
    stored.push(...page.data.map(({ id, clientReferenceId }) => ({ id, reference: clientReferenceId })));
    [cursor, isMore] = [page.nextCursor ?? undefined, page.hasMore];
  }
  return stored;
}
