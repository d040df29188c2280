import { ConfigError, readConfig } from '../settings/config.ts';
import { misspeltSettings } from '../settings/misspeltSettings.ts';
import { withSecretFiles } from '../settings/secretFiles.ts';
import { secretsShown, shownText } from '../settings/startWithoutSecrets.ts';
import { runChecks } from './runChecks.ts';

// `idv-verify-service doctor` checks settings, database, clock, migrations, master key, webhooks, lists and face
// engine, and explains each problem. It changes nothing. It cannot open the embedded database of a running service.

const MARKS = { ok: '✓', warn: '!', fail: '✗' };

try {
  const config = readConfig(withSecretFiles(process.env));
  const misspelt = misspeltSettings(process.env);
  for (const text of misspelt) say('warn', 'settings', text);
  if (misspelt.length === 0) say('ok', 'settings', 'All settings are valid.');
  const shown = secretsShown(process.env);
  if (shown.length > 0) say('warn', 'secrets', shownText(shown));
  const isWell = await runChecks(config, ({ level, check, text }) => say(level, check, text));
  process.stdout.write(isWell ? '\nThe service can run.\n' : '\nThe service can not run as it should.\n');
  process.exitCode = isWell ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  say('fail', 'settings', error.message);
  process.exitCode = 1;
}

function say(level: keyof typeof MARKS, check: string, text: string): void {
  process.stdout.write(`${MARKS[level]} ${check.padEnd(11)} ${text}\n`);
}
