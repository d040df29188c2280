import type { LogLevel } from './config.ts';

/** Ids, codes, numbers: never a value that a person or a customer typed. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** A log of JSON lines. Lines of one turn of the event loop are handed to `write` together. */
export function createLog(level: LogLevel, write: (lines: string) => void): Log {
  let waiting = '';
  const flush = () => {
    const lines = waiting;
    waiting = '';
    write(lines);
  };
  const at = (own: LogLevel) => {
    if (LEVELS.indexOf(own) < LEVELS.indexOf(level)) return () => {};
    return (event: string, fields?: LogFields) => {
      if (waiting === '') setImmediate(flush);
      waiting += `${JSON.stringify({ time: new Date().toISOString(), level: own, event, ...fields })}\n`;
    };
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
