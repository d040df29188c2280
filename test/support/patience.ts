/**
 * Milliseconds that a test waits for what has to come, wherever it waits: a machine may be ten times slower than another, and
 * only a test that fails waits for the end of it.
 */
export const PATIENCE_MS = 600_000;

/** Milliseconds that a test or a hook takes at most: several such waits, and its turn where tests go at once. */
export const LONGEST_TEST_MS = 1_800_000;
