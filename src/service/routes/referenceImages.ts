import { lockCase } from '../cases/lockCase.ts';
import { addReference } from '../checks/addReference.ts';
import { readReference } from '../checks/readReference.ts';
import type { Handlers } from '../http/handler.ts';

export const referenceImageRoutes = {
  addReferenceImage: {
    prepare: async ({ deps, caller, params, files }) => {
      const { bytes } = files[0]!;
      const mediaType = await readReference(deps, bytes);
      return async (tx) => {
        const row = await lockCase(tx, caller.mode, params['id']!);
        return { body: await addReference(deps, tx, row, { bytes, mediaType }) };
      };
    },
  },
} satisfies Partial<Handlers>;
