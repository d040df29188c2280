import { execFileSync } from 'node:child_process';

/**
 * The files that differ from a commit, new ones and those that are gone included: paths from the root, forward slashes.
 * @param {string} root of the repository
 * @param {string} [since] a commit; if not given, where this branch left `main`, and on `main` itself the last commit
 *   where nothing else is changed.
 * @returns {{since: string, files: string[]}}
 */
export function changedFiles(root, since) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const lines = (text) => text.split('\n').filter(Boolean);
  const from = (base) => [
    ...new Set([
      ...lines(git('diff', '--name-only', '--no-renames', base)),
      ...lines(git('ls-files', '--others', '--exclude-standard')),
    ]),
  ];
  if (since) return { since, files: from(git('rev-parse', '--verify', `${since}^{commit}`)) };
  const head = git('rev-parse', 'HEAD');
  const main = ['main', 'origin/main'].find((name) =>
    git('branch', '--all', '--list', name, `remotes/${name}`),
  );
  const base = main ? git('merge-base', 'HEAD', main) : head;
  const files = from(base);
  if (files.length > 0 || base !== head) return { since: base === head ? 'HEAD' : main, files };
  return { since: 'HEAD~1', files: from(git('rev-parse', 'HEAD~1')) };
}
