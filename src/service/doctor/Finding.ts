/** What one check of the doctor found, in a sentence. `warn` does not keep the service from working. */
export interface Finding {
  check: string;
  level: 'ok' | 'warn' | 'fail';
  text: string;
}

/** A check of the doctor. What it throws is a failure, said by its message. */
export interface Check {
  name: string;
  run(): Promise<{ level: Finding['level']; text: string }>;
}
