import { appendFileSync } from 'node:fs';

/**
 * Notes tests that can't run here. `npm test` shows all notes in its last lines (it names a file for them in
 * `IDV_LEFT_OUT`); a test run by hand says it at once.
 * @param what the tests, as the subject of a sentence
 * @param remedy the command or setting that brings what they need
 */
export function leaveOut(what: string, remedy: string): void {
  const file = process.env['IDV_LEFT_OUT'];
  const line = `${what} did not run. To run them: ${remedy}\n`;
  if (file) appendFileSync(file, line);
  else process.stderr.write(line);
}
