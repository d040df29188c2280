import type { ServiceContext } from '../../context.ts';
import type { Job } from '../../jobs/jobs.ts';
import { errorForLog } from '../../log.ts';
import { StoreAway } from '../../objects/StoreAway.ts';
import { PictureError } from '../../pictures/pictureStore.ts';
import { PoolError } from './ProcessPool.ts';

/** Maximum number of attempts at pictures whose examination fails. Then a reviewer decides, in test mode too. */
const ATTEMPTS = 3;
/** How long pictures wait for a machine without CPU time or memory for them. */
const PATIENCE_MS = 3_600_000;
/** Delay before such pictures are tried again, unless the store has been away for longer. */
const OVERLOAD_WAIT_MS = 1000;

/** Causes that lie in the state of the machine and not in the pictures. */
const OVERLOADED: ReadonlySet<PoolError['code']> = new Set(['busy', 'closed', 'starved', 'killed']);

/**
 * Decides what follows the error of an examination. Pictures that have waited too long for the machine are handled as if
 * they were at fault, so that nobody waits indefinitely.
 * @returns the reason of the review, if nothing is to be tried again.
 * @throws the error, if the job is to try again.
 */
export function afterFailure(
  { clock, log }: Pick<ServiceContext, 'clock' | 'log'>,
  { kind, subject, attempt, created_at }: Job,
  error: unknown,
): 'overloaded' | 'check_failed' | 'pictures_lost' {
  // However long the store is away: nobody could look at the pictures instead.
  if (error instanceof StoreAway) return 'overloaded';
  const isOld = clock().getTime() - created_at.getTime() > PATIENCE_MS;
  if (error instanceof PoolError && OVERLOADED.has(error.code) && !isOld) return 'overloaded';
  if (attempt < ATTEMPTS) throw error;
  log.error('check given up', { kind, id: subject, attempt, ...errorForLog(error) });
  return error instanceof PictureError ? 'pictures_lost' : 'check_failed';
}

/** What an examination job answers while the machine is overloaded or the store of pictures is away. It does not count as an attempt. */
export function waitForMachine({ clock, pictures }: Pick<ServiceContext, 'clock' | 'pictures'>): {
  again: Date;
  isDeferred: true;
} {
  const ms = Math.max(OVERLOAD_WAIT_MS, pictures.waitMs);
  return { again: new Date(clock().getTime() + ms), isDeferred: true };
}
