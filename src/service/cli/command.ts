#!/usr/bin/env node
import { useBaselineCompiler } from '../settings/useBaselineCompiler.ts';

// `idv-verify-service COMMAND`: each command is a script of its own and gets the remaining arguments.

const commands: Record<string, { description: string; run: () => Promise<unknown> }> = {
  serve: {
    description:
      'serves requests and runs the background work (default); serve --no-work: serves requests only',
    run: () => import('../main.ts'),
  },
  work: {
    description: 'runs the background work only, on the DATABASE_URL of the serving nodes',
    run: () => {
      process.argv.push('--no-serve');
      return import('../main.ts');
    },
  },
  migrate: {
    description: 'migrates the tables of the database, and exits',
    run: () => import('./migrate.ts'),
  },
  doctor: {
    description: 'explains problems: settings, database, lists, face engine',
    run: () => import('./doctor.ts'),
  },
  audit: {
    description: 'verifies that the audit log was not changed: audit verify, audit verify --restored',
    run: () => import('./audit.ts'),
  },
  export: {
    description: 'writes the content of the database to a file: export FILE',
    run: () => {
      process.argv.splice(2, 0, 'export');
      return import('./transfer.ts');
    },
  },
  import: {
    description: 'fills an empty database from an exported file, all or nothing: import FILE',
    run: () => {
      process.argv.splice(2, 0, 'import');
      return import('./transfer.ts');
    },
  },
  'move-pictures': {
    description: 'moves all pictures, while nodes run: move-pictures --to s3|database',
    run: () => import('./movePictures.ts'),
  },
  'missing-pictures': {
    description: 'lists pictures that the bucket lacks, after a restore',
    run: () => import('./missingPictures.ts'),
  },
  'master-key': {
    description: 'replaces the master key, renews the root key: master-key list|add|remove ID|renew',
    run: () => import('./masterKey.ts'),
  },
  desk: {
    description: 'invites a reviewer to the desk: desk invite NAME --role reviewer',
    run: () => import('./desk.ts'),
  },
  keys: {
    description: 'prints a new API key: keys generate --mode test|live',
    run: () => import('./keys.ts'),
  },
  aml: { description: 'screens a file, downloads lists: aml --help', run: () => import('./aml.ts') },
};

const argv = process.argv.slice(2);
const isHelp = ['--help', '-h', 'help'].includes(argv[0] ?? '');
// Options without a command belong to `serve`.
const [name = 'serve', ...rest] = argv[0]?.startsWith('-') && !isHelp ? ['serve', ...argv] : argv;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) {
  useBaselineCompiler();
  process.argv.splice(2, process.argv.length, ...rest);
  await command.run();
} else {
  const rows = Object.entries(commands).map(
    ([word, { description: what }]) => `  ${word.padEnd(16)} ${what}`,
  );
  const help = `Usage: idv-verify-service [COMMAND]\n\n${rows.join('\n')}\n\nSettings are environment variables; docs/operate.md lists them.\n`;
  process[isHelp ? 'stdout' : 'stderr'].write(
    isHelp ? help : `The command ${name} does not exist.\n\n${help}`,
  );
  process.exitCode = isHelp ? 0 : 2;
}
