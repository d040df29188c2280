import { startApi } from '../../test/consumers/support/startApi.ts';
import { startSite } from '../../test/consumers/support/startSite.ts';
import { build } from './build.ts';

// What `npm run docs` runs: builds the site and serves it with a service in test mode behind its playground.
const port = Number(process.env['DOCS_PORT'] ?? 4030);
const folder = build();
const api = await startApi();
const site = await startSite(api, { folder }, port);
process.stdout.write(`\n  Documentation  ${site.url}\n\n`);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, async () => {
    await site.stop();
    await api.stop();
    process.exit(0);
  });
