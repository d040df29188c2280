import { isStalePlan } from './isStalePlan.ts';

/** Runs a transaction, and once more where that ended it: then everything is prepared anew. */
export async function onFreshPlans<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    return await run();
  }
}
