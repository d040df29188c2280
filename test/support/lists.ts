import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ListedPerson, listOf } from './listServer.ts';
import type { TestService } from './service.ts';
import { waitFor } from './waitFor.ts';

/** A directory with one list; the caller removes it. */
export function listDirectory(people: readonly ListedPerson[]) {
  const path = mkdtempSync(join(tmpdir(), 'idv-aml-'));
  const write = (now: readonly ListedPerson[]) => writeFileSync(join(path, 'people.json'), listOf(now));
  write(people);
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Lets the clock run until the service uses other lists than now, and does the work that this makes. */
export async function untilListsChange(service: TestService): Promise<void> {
  const before = service.deps.lists.inUse()?.number;
  await waitFor(async () => {
    service.advance(60_000);
    await service.deps.lists.poll();
    consentToLists(service);
    return service.deps.lists.inUse()?.number !== before;
  });
  // Monitoring runs in slices: on a slow machine one slice is not enough.
  await waitFor(async () => {
    await service.tick();
    service.advance(1000);
    const { db } = service.deps;
    const job = await db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'monitor_cases')
      .executeTakeFirst();
    return job === undefined;
  });
}

/** Consents, as a human would, to each version of a list that is refused for missing entries. */
function consentToLists({ deps }: TestService): void {
  const refused = deps.lists
    .problems()
    .flatMap(({ detail }) => /consent to (\S+@\S+)$/.exec(detail)?.[1] ?? []);
  deps.config.amlAcceptLists.push(...refused);
}

/** People who are never screened. */
export const strangers: ListedPerson[] = Array.from({ length: 30 }, (_, i) => ({
  id: `NK-${i}`,
  name: `Ferran Quillon${i}`,
  born: '1950',
}));
