import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Programs that the engines need besides npm packages, by Debian package. */
const PROGRAMS: Record<string, string> = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
};

/**
 * Installs missing programs with `apt-get`.
 * @throws Error that names the packages if there is no apt-get or it failed.
 */
export function installPrograms(): void {
  const missing = Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name]!));
  if (missing.length === 0) return;
  process.stderr.write(`Installing ${missing.join(', ')} …\n`);
  const isRoot = process.getuid?.() === 0;
  const apt = (...args: string[]) => {
    const [program, ...rest] = [...(isRoot ? [] : ['sudo', '--non-interactive']), 'apt-get', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program!, rest, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  };
  if (apt('update') && apt('install', '--yes', '--no-install-recommends', ...missing)) return;
  throw new Error(`These packages of Debian are needed, and could not be installed: ${missing.join(' ')}`);
}
