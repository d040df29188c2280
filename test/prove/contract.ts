import { type Exchange, recorder } from './contract/Exchange.ts';
import { startPrism } from './contract/startPrism.ts';
import { traffic } from './contract/traffic.ts';
import { type Description, violationsOf } from './contract/violations.ts';
import { cluster } from './support/cluster.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

/**
 * Compares all traffic of whole verifications (back end, page, reviewer, compliance officer) with the service's API
 * description. The full form also sends it through Prism, which refuses anything not described.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const { keys, start } = await cluster(lab, lab.hasPostgres() ? 'postgres' : 'embedded');
  const node = await start();
  const description = (await (await fetch(`${node.url}/v1/openapi.json`)).json()) as Description;
  const exchanges: Exchange[] = [];
  await traffic(recorder({ base: `${node.url}/v1` }, keys.test, exchanges));
  const violations = violationsOf(description);
  const found = violations(exchanges);
  // The check must be able to find violations.
  const broken = exchanges.map((exchange) => ({ ...exchange, body: { ...exchange.body, id: 7, code: 7 } }));
  if (violations(broken).length < exchanges.length / 2) throw new Error('Nothing would be found.');
  const totals = {
    requests: exchanges.length,
    operations: operationsOf(exchanges),
    violations: found.length,
  };
  if (lab.form === 'quick') return { ok: found.length === 0, ...totals, first: found.slice(0, 3) };
  const proxied: Exchange[] = [];
  const prism = await startPrism(lab, description, `${node.url}/v1`);
  // Prism reads bodies as text, which no picture survives: captures go past it.
  await traffic(recorder({ base: prism, forms: `${node.url}/v1` }, keys.test, proxied));
  const refused = proxied.filter(
    ({ headers, body }) => headers.has('sl-violations') || /stoplight/.test(String(body?.type)),
  );
  const shown = refused.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
  const captures = proxied.filter(({ path }) => path.endsWith('/capture')).length;
  const through = { requests: proxied.length - captures, pastIt: captures, violations: refused.length };
  const first = [...found, ...shown].slice(0, 3);
  return { ok: found.length + refused.length === 0, ...totals, prism: through, first };
}

/** How many operations were asked for. */
function operationsOf(exchanges: readonly Exchange[]): number {
  const plain = ({ method, path }: Exchange) =>
    `${method} ${path.split('?')[0]!.replaceAll(/\/[a-z]+_\w{26}|\/hits\/\w+/g, '/:id')}`;
  return new Set(exchanges.map(plain)).size;
}
