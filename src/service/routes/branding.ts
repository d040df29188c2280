import { noBranding } from '../../contract/branding.ts';
import { brandingOf } from '../branding/brandingOf.ts';
import { readLogo, storeBranding } from '../branding/storeBranding.ts';
import type { Handlers } from '../http/handler.ts';

export const brandingRoutes = {
  retrieveBranding: async ({ deps, tx, caller: { mode } }) => ({
    body: (await brandingOf(deps, tx, mode)) ?? noBranding,
  }),

  putBranding: {
    prepare: async ({ deps, caller: { mode }, body }) => {
      const logo = await readLogo(deps, body.logo);
      return async (tx) => ({ body: await storeBranding(deps, tx, { mode, given: body, logo }) });
    },
  },
} satisfies Partial<Handlers>;
