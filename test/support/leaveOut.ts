import { addNote } from './addNote.ts';

/**
 * Records tests that cannot run here.
 * @param tests the tests, as the subject of a sentence
 * @param remedy the command or setting that provides the missing part
 */
export function leaveOut(tests: string, remedy: string): void {
  addNote('left-out', `${tests} did not run. To run them: ${remedy}`);
}
