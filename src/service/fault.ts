import type { LogFields } from './log.ts';

/** Frames of a stack as V8 writes them: a function and a place, or a place alone. */
const FRAME = /^ {4}at (?:[^()\n]+ \()?(?:node:|file:\/\/|\/|[A-Z]:\\)[^()\n]+:\d+:\d+\)?$/;
const LIBRARY = /node_modules|\(?node:/;
const MOST_FRAMES = 8;
/** SQLSTATE, or a code of the system, of Node or of ours. */
const CODE = /^[A-Za-z0-9_]{1,60}$/;

/**
 * What a log may say of something thrown: its class, its code and where it happened, never its message: messages of
 * databases, parsers and decoders repeat values. A cause is told the same way.
 */
export function fault(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const { cause } = error;
  return {
    error: error.name,
    ...codeOf(error),
    stack: framesOf(error),
    ...(cause instanceof Error && { cause: cause.name, causeCode: codeOf(cause).code }),
  };
}

function codeOf(error: Error): { code?: string } {
  const code = 'code' in error ? String(error.code) : '';
  return CODE.test(code) ? { code } : {};
}

/** Where it was thrown, and the frames of our own code that led there. */
function framesOf({ stack = '', message }: Error): string {
  const frames = stack
    .replace(message, '')
    .split('\n')
    .filter((line) => FRAME.test(line));
  return frames
    .filter((line, i) => i === 0 || !LIBRARY.test(line))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim())
    .join(' | ');
}
