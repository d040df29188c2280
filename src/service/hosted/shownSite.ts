import { brandingOf } from '../branding/brandingOf.ts';
import type { Deps } from '../deps.ts';

/** Who asks, as it stands in the page before a link is redeemed: the same for every link. */
export interface ShownSite {
  name: string | null;
  logo: string | null;
  frameAncestors: readonly string[];
}

/** How long a node goes by what it has read. */
const FRESH_MS = 1000;

/**
 * Reads who asks, at most once a second. A GET does not know the mode of a case: the branding of live mode counts as soon as
 * there is one, before that the one of test mode.
 */
export function shownSite(deps: Deps): () => Promise<ShownSite> {
  let known: { site: Promise<ShownSite>; until: number } | null = null;
  return async () => {
    if (known && known.until > performance.now()) return await known.site;
    const site = readSite(deps);
    known = { site, until: performance.now() + FRESH_MS };
    site.catch(() => {
      known = null;
    });
    return await site;
  };
}

async function readSite(deps: Deps): Promise<ShownSite> {
  const found = (await brandingOf(deps, deps.db, 'live')) ?? (await brandingOf(deps, deps.db, 'test'));
  return {
    name: found?.name ?? null,
    logo: found?.logo ?? null,
    frameAncestors: found?.frameAncestors ?? [],
  };
}
