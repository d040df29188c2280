import type { ShownSite } from '../../contract/hostedPage.ts';
import { noBranding } from '../../contract/noBranding.ts';
import { brandingOf } from '../branding/brandingOf.ts';
import type { Deps } from '../deps.ts';

/** Lifetime of the branding cache of a node. */
const FRESH_MS = 1000;

/**
 * Reads the site's identity, at most once a second. A GET does not know the mode of a case: the branding of live mode
 * is used if it exists, otherwise that of test mode, marked as such.
 */
export function shownSite(deps: Deps): () => Promise<ShownSite> {
  let cached: { site: Promise<ShownSite>; until: number } | null = null;
  return async () => {
    if (cached && cached.until > performance.now()) return await cached.site;
    const site = readSite(deps);
    cached = { site, until: performance.now() + FRESH_MS };
    // Those who wait for it get the error; the next call asks again.
    site.catch(() => {
      cached = null;
    });
    return await site;
  };
}

async function readSite(deps: Deps): Promise<ShownSite> {
  const live = await brandingOf(deps, deps.db, 'live');
  if (live) return { ...live, isTest: false };
  const test = await brandingOf(deps, deps.db, 'test');
  return { ...(test ?? noBranding), isTest: test !== null };
}
