import { ApiError } from '../ApiError.ts';
import { lockCase } from '../cases/caseRow.ts';
import { cases } from '../db/store/cases.ts';
import type { Handlers } from '../http/handler.ts';
import { addReference, requireReferenceTime } from '../selfies/addReference.ts';
import { readReference } from '../selfies/readCapture.ts';

export const referenceImageRoutes = {
  addReferenceImage: {
    prepare: async ({ deps, caller, params, files, isRepeated }) => {
      const { bytes } = files['image']![0]!;
      const before = await cases.find(deps.db, caller.mode, params['id']!);
      if (!before) throw new ApiError('resource_not_found');
      const mediaType = await readReference(deps, before.id, bytes);
      // A repeated request gets its stored answer, even if its case has moved on.
      if (await isRepeated()) return () => Promise.reject(new ApiError('case_state_conflict'));
      await requireReferenceTime(deps, deps.db, before);
      const stored = await deps.pictures.keepReference(before, { bytes, mediaType });
      return async (tx) => {
        const row = await lockCase(tx, caller.mode, params['id']!);
        return { caseId: row.id, body: await addReference(deps, tx, row, stored) };
      };
    },
  },
} satisfies Partial<Handlers>;
