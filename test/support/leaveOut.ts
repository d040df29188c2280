import { appendFileSync } from 'node:fs';

/**
 * Records tests that cannot run here. `npm test` shows all records in its last lines (it passes a file for them in
 * `IDV_LEFT_OUT`); a test run by hand prints them at once.
 * @param what the tests, as the subject of a sentence
 * @param remedy the command or setting that provides the missing part
 */
export function leaveOut(what: string, remedy: string): void {
  const file = process.env['IDV_LEFT_OUT'];
  const line = `${what} did not run. To run them: ${remedy}\n`;
  if (file) appendFileSync(file, line);
  else process.stderr.write(line);
}
