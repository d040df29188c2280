import { ConfigError, readConfig } from '../settings/config.ts';
import { misspeltSettings } from '../settings/misspeltSettings.ts';
import { withSecretFiles } from '../settings/secretFiles.ts';
import { secretsShown, shownText } from '../settings/startWithoutSecrets.ts';
import { runChecks } from './runChecks.ts';

// `idv-verify-service doctor` checks settings, database, clock, migrations, master key, webhooks, lists and face
// engine, and explains each problem. It changes nothing, but for an object in each bucket that it deletes again: with
// `--only-reads` not even that. It cannot open the embedded database of a running service.

const MARKS = { ok: '✓', warn: '!', fail: '✗' };

try {
  const config = readConfig(withSecretFiles(process.env));
  const misspelt = misspeltSettings(process.env);
  for (const text of misspelt) say('warn', 'settings', text);
  if (misspelt.length === 0) say('ok', 'settings', 'All settings are valid.');
  const exposed = secretsShown(process.env);
  if (exposed.length > 0) say('warn', 'secrets', shownText(exposed));
  const isWell = await runChecks(config, ({ level, check, text }) => say(level, check, text), {
    withWrites: !process.argv.includes('--only-reads'),
  });
  process.stdout.write(isWell ? '\nThe service can run.\n' : '\nThe service cannot run correctly.\n');
  process.exitCode = isWell ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  say('fail', 'settings', error.message);
  process.exitCode = 1;
}

function say(level: keyof typeof MARKS, check: string, text: string): void {
  process.stdout.write(`${MARKS[level]} ${check.padEnd(11)} ${text}\n`);
}
