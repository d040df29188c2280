import { lockCase } from '../cases/caseRow.ts';
import { transitions } from '../cases/machine.ts';
import { moveCase, stateConflict } from '../cases/moveCase.ts';
import { reopenForSelfie } from '../cases/reviewCase.ts';
import { viewCase } from '../cases/viewCase.ts';
import type { Handlers } from '../http/handler.ts';

export const testModeRoutes = {
  simulateCase: async ({ deps, tx, caller: { mode }, params, body: { to } }) => {
    const row = await lockCase(tx, mode, params['id']!);
    const step = transitions.find((transition) => transition.from === row.status && transition.to === to);
    if (!step) throw stateConflict(row.status);
    const now = deps.clock();
    const set =
      to === 'processing' ? { submitted_at: now } : to === 'requires_input' ? reopenForSelfie(row, now) : {};
    return {
      caseId: row.id,
      body: viewCase(deps.vault, await moveCase(deps, tx, row, { to, by: step.by[0]!, set })),
    };
  },
} satisfies Partial<Handlers>;
