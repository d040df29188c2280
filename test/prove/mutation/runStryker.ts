import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from '../support/Lab.ts';

/** Not a dependency of the project: only the full form needs it, and installs it into a separate folder. */
const VERSION = '10.1.1';
const ROOT = join(import.meta.dirname, '../../..');

/** The mutated files, and their tests. */
const PARTS: Record<string, { mutate: readonly string[]; tests: readonly string[] }> = {
  states: {
    mutate: ['src/service/cases/machine.ts', 'src/service/cases/outcome.ts'],
    tests: ['test/service/cases/{machine,outcome}.test.ts'],
  },
  signing: {
    mutate: ['src/contract/webhookSignature.ts', 'src/server/webhooks/verifyWebhook.ts'],
    tests: ['test/contract/webhookSignature.test.ts', 'test/server/webhooks.test.ts'],
  },
  auth: {
    mutate: ['src/service/http/authenticate.ts'],
    tests: ['test/service/http/{authentication,authenticator}.test.ts', 'test/service/keys.test.ts'],
  },
  idempotency: {
    mutate: ['src/service/http/idempotent.ts'],
    tests: ['test/service/http/{idempotency,inFlight,keptRefusals}.test.ts'],
  },
};

interface Part {
  percent: number;
  mutants: number;
  survived: number;
}

interface Report {
  files: Record<string, { mutants: Mutant[] }>;
}

interface Mutant {
  status: string;
  mutatorName: string;
  replacement?: string;
  location: { start: { line: number } };
}

/** Lets Stryker mutate each part, or those of `PROVE_PARTS`, and run the tests that reach the mutant. */
export async function runStryker(lab: Lab): Promise<Record<string, Part>> {
  const folder = lab.folder();
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const packages = [`@stryker-mutator/core@${VERSION}`, `@stryker-mutator/vitest-runner@${VERSION}`];
  const install = ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', ...packages];
  execFileSync('npm', install, { cwd: folder, stdio: 'ignore' });
  // Two copies of vitest do not know one another.
  symlinkSync(join(ROOT, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
  const parts = process.env['PROVE_PARTS']?.split(',') ?? Object.keys(PARTS);
  const found: Record<string, Part> = {};
  for (const part of parts) found[part] = partOf(reportOf(folder, part));
  return found;
}

function reportOf(folder: string, part: string): Report {
  const { mutate, tests: include } = PARTS[part]!;
  const modules = join(folder, 'node_modules/@stryker-mutator');
  const report = join(folder, `${part}.json`);
  const settings = join(folder, 'settings.json');
  const ignored = ['.cache', 'dist', 'deploy', 'demo', 'docs', 'public', '.ci', '.git'];
  const tests = ['bench', 'consumers', 'e2e', 'screens', 'vision', 'widget'].map((name) => `test/${name}`);
  const configFile = join(folder, `${part}.config.mjs`);
  const test = {
    include,
    globalSetup: ['test/support/globalSetup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  };
  writeFileSync(configFile, `export default ${JSON.stringify({ test })};`);
  const options = {
    testRunner: 'vitest',
    plugins: [join(modules, 'vitest-runner/dist/src/index.js')],
    vitest: { configFile },
    mutate,
    ignorePatterns: [...ignored, ...tests],
    // It would rewrite that with the API of TypeScript 5.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    tempDirName: join(folder, 'sandbox'),
    concurrency: 2,
    timeoutMS: 60_000,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
  };
  writeFileSync(settings, JSON.stringify(options));
  const args = [join(modules, 'core/bin/stryker.js'), 'run', settings];
  // Its progress goes where ours does: the last line of the proof's output is for the figures.
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (!existsSync(report)) throw new Error(`Stryker ended with ${status} and wrote no report.`);
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

/** A mutant that no test reaches counts as one that none noticed; one that can't be built counts as none. Says which. */
function partOf({ files }: Report): Part {
  let [killed, survived] = [0, 0];
  for (const [file, { mutants }] of Object.entries(files)) {
    for (const { status, mutatorName, replacement, location } of mutants) {
      if (status === 'Killed' || status === 'Timeout') killed++;
      if (status !== 'Survived' && status !== 'NoCoverage') continue;
      survived++;
      process.stderr.write(`${file}:${location.start.line} ${mutatorName} ${replacement ?? ''}\n`);
    }
  }
  const percent = Math.round((1000 * killed) / (killed + survived)) / 10;
  return { percent, mutants: killed + survived, survived };
}
