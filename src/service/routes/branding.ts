import { noBranding } from '../../contract/noBranding.ts';
import { brandingOf } from '../branding/brandingOf.ts';
import { requireContactIn } from '../branding/requireContact.ts';
import { readLogo, storeBranding } from '../branding/storeBranding.ts';
import type { Handlers } from '../http/handler.ts';

export const brandingRoutes = {
  retrieveBranding: async ({ deps, tx, caller: { mode } }) => ({
    body: (await brandingOf(deps, tx, mode)) ?? noBranding,
  }),

  putBranding: {
    prepare: async ({ deps, caller: { mode }, body }) => {
      requireContactIn(mode, body);
      const logo = await readLogo(deps, body.logo);
      return async (tx) => ({ body: await storeBranding(deps, tx, { mode, given: body, logo }) });
    },
  },
} satisfies Partial<Handlers>;
