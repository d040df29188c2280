import type { LogLevel } from './settings/config.ts';

/** Ids, codes, numbers: never a value typed by a person or a customer. */
type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** A log of JSON lines. The lines of one event-loop turn are written together. */
export function createLog(level: LogLevel, write: (lines: string) => void): Log {
  let waiting = '';
  const flush = () => {
    const lines = waiting;
    waiting = '';
    write(lines);
  };
  const at = (lineLevel: LogLevel) => {
    if (LEVELS.indexOf(lineLevel) < LEVELS.indexOf(level)) return () => {};
    return (event: string, fields?: LogFields) => {
      if (waiting === '') setImmediate(flush);
      waiting += `${JSON.stringify({ time: new Date().toISOString(), level: lineLevel, event, ...fields })}\n`;
    };
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Stack frames as written by V8: a function and a location, or a location only. */
const FRAME = /^ {4}at (?:[^()\n]+ \()?(?:node:|file:\/\/|\/|[A-Z]:\\)[^()\n]+:\d+:\d+\)?$/;
const LIBRARY = /node_modules|\(?node:/;
const MAX_FRAMES = 8;
/** SQLSTATE, or an error code of the system, of Node or of the service. */
const CODE = /^[A-Za-z0-9_]{1,60}$/;

/**
 * Loggable fields of an error: class, code and location, never the message, because messages of databases, parsers and
 * decoders repeat values. Causes are logged the same way.
 */
export function errorForLog(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const { cause } = error;
  return {
    error: error.name,
    ...codeOf(error),
    stack: framesOf(error),
    ...(cause instanceof Error && {
      cause: cause.name,
      causeCode: codeOf(cause).code,
      causeStack: framesOf(cause),
    }),
  };
}

function codeOf(error: Error): { code?: string } {
  const code = 'code' in error ? String(error.code) : '';
  return CODE.test(code) ? { code } : {};
}

/** The location of the error, and the stack frames of the service. */
function framesOf({ stack = '', message }: Error): string {
  const frames = stack
    .replace(message, '')
    .split('\n')
    .filter((line) => FRAME.test(line));
  return frames
    .filter((line, i) => i === 0 || !LIBRARY.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim())
    .join(' | ');
}
