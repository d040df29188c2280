import { lockCase } from '../cases/lockCase.ts';
import type { Handlers } from '../http/handler.ts';
import { addReference } from '../selfies/addReference.ts';
import { readReference } from '../selfies/readReference.ts';

export const referenceImageRoutes = {
  addReferenceImage: {
    prepare: async ({ deps, caller, params, files }) => {
      const { bytes } = files['image']![0]!;
      const mediaType = await readReference(deps, bytes);
      return async (tx) => {
        const row = await lockCase(tx, caller.mode, params['id']!);
        return { caseId: row.id, body: await addReference(deps, tx, row, { bytes, mediaType }) };
      };
    },
  },
} satisfies Partial<Handlers>;
