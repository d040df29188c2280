import { noBranding } from '../../contract/branding.ts';
import { branding } from '../db/store/branding.ts';
import type { Handlers } from '../http/handler.ts';

export const brandingRoutes = {
  retrieveBranding: async ({ tx, caller: { mode } }) => {
    const row = await branding.find(tx, mode);
    return { body: { ...noBranding, ...row?.settings } };
  },

  putBranding: async ({ deps, tx, caller: { mode }, body }) => {
    const settings = { ...noBranding, ...withoutUndefined(body) };
    await branding.put(tx, { mode, settings: JSON.stringify(settings), updated_at: deps.clock() });
    return { body: settings };
  },
} satisfies Partial<Handlers>;

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Defined<T>;
}
