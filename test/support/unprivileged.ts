import { execFileSync } from 'node:child_process';

/** The user for database servers, which refuse to run as root; `undefined`: the user of the tests. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => {
    for (const user of ['postgres', 'nobody']) {
      try {
        return Number(
          execFileSync('id', [option, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
        );
      } catch {
        // The machine has no such user.
      }
    }
    throw new Error('PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody.');
  };
  return { uid: id('-u'), gid: id('-g') };
}
