import { join } from 'node:path';
import { createVitest } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../../..');
const MACHINE = 'src/service/cases/machine.ts';
const OUTCOME = 'src/service/cases/outcome.ts';
const SIGNATURE = 'src/contract/webhookSignature.ts';

interface Mutant {
  file: string;
  from: string;
  to: string;
}

const mutants: readonly Mutant[] = [
  { file: MACHINE, from: 'step.by.includes(by)) ?? null', to: 'true) ?? null' },
  { file: MACHINE, from: "to: 'approved', by: ['policy']", to: "to: 'approved', by: ['policy', 'app']" },
  { file: OUTCOME, from: 'facts.attemptsLeft > 0', to: 'facts.attemptsLeft >= 0' },
  { file: OUTCOME, from: "to('in_review', 'review_required')", to: "to('approved')" },
  { file: OUTCOME, from: "mode === 'live' ||", to: '' },
  { file: OUTCOME, from: "selfieReason === 'check_failed' ||", to: '' },
  { file: OUTCOME, from: "(reference === 'document' && selfieReason", to: '(false && selfieReason' },
  { file: SIGNATURE, from: "hash: 'SHA-256'", to: "hash: 'SHA-1'" },
];

/** Runs the tests of a file with one fault in it after the other. @returns which no test noticed. */
export async function handMade(): Promise<{ mutants: number; survived: string[] }> {
  let mutant: Mutant | null = null;
  let applied = 0;
  const mutate = {
    name: 'mutate',
    enforce: 'pre' as const,
    transform: (code: string, id: string) => {
      if (!mutant || !id.split('?')[0]!.endsWith(mutant.file)) return undefined;
      if (!code.includes(mutant.from)) throw new Error(`${mutant.file} does not say ${mutant.from}`);
      applied++;
      return code.replace(mutant.from, () => mutant!.to);
    },
  };
  const include = ['test/contract/webhookSignature.test.ts', 'test/service/cases/{machine,outcome}.test.ts'];
  const silent = {
    root: ROOT,
    include,
    config: false as const,
    watch: false,
    reporters: [{}],
    // Quicker to start than processes.
    pool: 'threads' as const,
    // A module transformed before the fault was inserted must not come from the disk cache.
    fsModuleCache: false,
  };
  const vitest = await createVitest(silent, { plugins: [mutate] });
  try {
    await vitest.standalone();
    const specifications = await vitest.globTestSpecifications();
    const passes = async () => {
      for (const { file } of mutants) vitest.invalidateFile(join(ROOT, file));
      const { testModules } = await vitest.runTestSpecifications(specifications);
      return testModules.length === specifications.length && testModules.every((module) => module.ok());
    };
    if (!(await passes())) throw new Error('The tests fail without a fault.');
    const survived: string[] = [];
    for (const [index, one] of mutants.entries()) {
      mutant = one;
      if (await passes()) survived.push(`${one.file}: ${one.to}`);
      if (applied <= index) throw new Error(`${one.file} was not changed.`);
    }
    return { mutants: mutants.length, survived };
  } finally {
    await vitest.close();
  }
}
